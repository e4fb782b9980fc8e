import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../test/support/database.ts';
import { columns, values } from './columns.ts';

it('columns are named with the alias of their table', () => {
  expect(columns('o', ['id', 'units'])).toBe('o.id, o.units');
});

it('every exact number that goes through JSON goes as text, and nothing else does', async () => {
  const store = await createTestDatabase();
  const { rows } = await store.database.query<{ name: string; is_numeric: boolean }>(`
    SELECT DISTINCT column_name AS name, data_type = 'numeric' AS is_numeric FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name IN ('order_entry', 'deposit', 'payout')`);
  await store.drop();
  expect(rows.length).toBeGreaterThan(30);
  for (const { name, is_numeric } of rows)
    expect(values('t', [name])).toBe(is_numeric ? `t.${name}::text` : `t.${name}`);
});
