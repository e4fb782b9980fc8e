import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { seedOrders } from '../../../../test/support/seeded-orders.ts';
import { UNSEEN } from '../store/backup/progress.ts';
import { archiveRanges } from './archive-ranges.ts';
import { dueRanges } from './due-ranges.ts';
import { smallRanges } from './testing/small-ranges.ts';

/** A year of orders with all that they leave behind. SWAPDESK_SEEDED_ORDERS says how many; of few, old and young lie side by side in the ledger. */
const ORDERS = Number(process.env.SWAPDESK_SEEDED_ORDERS ?? 200_000);
const KEEP = { ledger_entry: 30, order_event: 30 };

let store: TestDatabase;
let folder: string;
beforeAll(async () => {
  store = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-archive-'));
  await store.database.query(
    `INSERT INTO address_space (name) VALUES ('bitcoin'), ('litecoin'), ('evm'), ('tron'), ('solana')`,
  );
  await smallRanges(store.database, { ledger_entry: 2 * ORDERS, order_event: ORDERS / 10 });
  await seedOrders(store.url, ORDERS);
});
afterAll(async () => {
  await store.drop();
  rmSync(folder, { recursive: true });
});

/** Bytes of each table with its indexes, for each order. */
async function bytesPerOrder(): Promise<Map<string, number>> {
  const { rows } = await store.database.query<{ name: string; bytes: number }>(
    `SELECT coalesce(p.relname, c.relname) AS name, round(sum(pg_total_relation_size(c.oid)) / $1)::int AS bytes
       FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      GROUP BY 1 HAVING sum(pg_total_relation_size(c.oid)) / $1 >= 1 ORDER BY 2 DESC`,
    [ORDERS],
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

const balances = async () =>
  (
    await store.database.query(
      `SELECT account, asset_id, sum(units)::text AS units FROM (
         SELECT account, asset_id, units FROM ledger_entry UNION ALL SELECT account, asset_id, units FROM carried_units) AS part
        GROUP BY account, asset_id HAVING sum(units) <> 0 ORDER BY 1, 2`,
    )
  ).rows;
const sum = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((all, each) => all + each, 0);

it(`gives most of the disk back that ledger and logs take, of ${ORDERS.toLocaleString('en')} orders`, async () => {
  const { database } = store;
  const before = await bytesPerOrder();
  const was = await balances();
  const now = Math.floor(Date.now() / 1_000);
  const { due } = await dueRanges(database, KEEP, now);
  const began = performance.now();
  const archived = await archiveRanges(
    database,
    due,
    { folder, now },
    { progress: UNSEEN, signal: new AbortController().signal },
  );
  const tookS = (performance.now() - began) / 1_000;
  const after = await bytesPerOrder();
  const rows = archived.reduce((all, each) => all + each.rows, 0);
  console.table([...before].map(([name, bytes]) => ({ name, before: bytes, after: after.get(name) ?? 0 })));
  console.log(
    `${sum(before)} bytes an order before, ${sum(after)} after; ${rows} rows left in ${Math.round(tookS)} s`,
  );
  expect(await balances()).toEqual(was);
  expect(after.get('ledger_entry')).toBeLessThan(before.get('ledger_entry')! / 2);
  expect(after.get('order_event')).toBeLessThan(before.get('order_event')! / 4);
  expect(after.get('deposit')).toBe(before.get('deposit'));
});
