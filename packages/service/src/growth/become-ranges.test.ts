import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { migrate } from '../store/migrate.ts';
import { migrationsBefore } from '../store/testing/older-migrations.ts';

const NOTHING = async () => {};
const ROLE = `growth_${process.pid}`;

let store: TestDatabase;
const before: Record<string, unknown> = {};

const rows = async (sql: string) => (await store.database.query(sql)).rows;
/** Where the rows of each range lie: it changes when they are copied. */
const files = () =>
  rows(
    `SELECT relname, relfilenode FROM pg_class WHERE relname IN ('ledger_entry_0', 'order_event_0') ORDER BY 1`,
  );
/** As the version before writes it. */
const post = (units: number) =>
  store.database.query(
    `INSERT INTO ledger_entry (posting, account, asset_id, units, why, at, price)
     VALUES (nextval('ledger_posting'), 'wallet', 1, $1, 'test', 1, 2), (currval('ledger_posting'), 'incoming', 1, -5, 'test', 1, 2) RETURNING id`,
    [units],
  );
const tell = (order: number) =>
  store.database.query(
    `INSERT INTO order_event (order_id, at, from_status, to_status, reason) VALUES ($1, 1, 1, 2, 'seen') RETURNING id`,
    [order],
  );

beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(store.database, NOTHING, { migrations: await migrationsBefore('0032') });
  for (const order of [1, 2, 2, 3]) {
    await post(5);
    await tell(order);
  }
  await store.database.query(`SELECT setval('orders_id_seq', 3)`);
  await store.database.query(`
    CREATE ROLE ${ROLE};
    GRANT SELECT, INSERT, UPDATE (price) ON ledger_entry TO ${ROLE};
    GRANT INSERT (order_id, at) ON order_event TO ${ROLE};
    CREATE FUNCTION refuse_four() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM added WHERE order_id = 4) THEN RAISE EXCEPTION 'not the fourth'; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER events_of_api AFTER INSERT ON order_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_four()`);
  before.ledger = await rows('SELECT * FROM ledger_entry ORDER BY id');
  before.events = await rows('SELECT * FROM order_event ORDER BY id');
  before.files = await rows(
    `SELECT relname || '_0' AS relname, relfilenode FROM pg_class WHERE relname IN ('ledger_entry', 'order_event') ORDER BY 1`,
  );
  expect(await migrate(store.database, NOTHING)).toEqual(
    expect.arrayContaining(['0033_bounds.sql', '0034_bounds_looked_at.sql', '0035_ranges.sql']),
  );
});
afterAll(async () => {
  await store.database.query(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
  await store.drop();
});

describe('a store of the version before', () => {
  it('keeps what it has, where it was', async () => {
    expect(await rows('SELECT * FROM ledger_entry ORDER BY id')).toEqual(before.ledger);
    expect(await rows('SELECT * FROM order_event ORDER BY id')).toEqual(before.events);
    expect(await files()).toEqual(before.files);
    expect(await rows('SELECT name, leaf, first, beyond FROM stored_range ORDER BY name, beyond')).toEqual([
      { name: 'ledger_entry', leaf: 'ledger_entry_0', first: null, beyond: 2_000_000 },
      { name: 'ledger_entry', leaf: 'ledger_entry_2000000', first: 2_000_000, beyond: 4_000_000 },
      { name: 'ledger_entry', leaf: 'ledger_entry_4000000', first: 4_000_000, beyond: 6_000_000 },
      { name: 'order_event', leaf: 'order_event_0', first: null, beyond: 100_000 },
      { name: 'order_event', leaf: 'order_event_100000', first: 100_000, beyond: 200_000 },
      { name: 'order_event', leaf: 'order_event_200000', first: 200_000, beyond: 300_000 },
    ]);
  });

  it('is written to by the statements of before, with numbers that go on', async () => {
    const posted = await post(5);
    expect(posted.rows.map(({ id }) => id)).toEqual([9, 10]);
    expect((await tell(3)).rows).toEqual([{ id: 5 }]);
    expect(await rows(`SELECT count(*)::int AS many FROM ledger_delta WHERE account = 'wallet'`)).toEqual([
      { many: 5 },
    ]);
    await expect(
      store.database.query(
        `INSERT INTO ledger_entry (id, posting, account, asset_id, units, why, at) VALUES (1, 1, 'fee', 1, 1, '', 1)`,
      ),
    ).rejects.toThrow('non-DEFAULT value');
  });

  it('refuses what it refused, whoever writes it: also by what binds a role', async () => {
    await expect(post(6)).rejects.toThrow('does not add up');
    await expect(tell(4)).rejects.toThrow('not the fourth');
    await expect(
      store.database.query(`INSERT INTO order_event (order_id, at, type) VALUES (1, 1, 'x')`),
    ).rejects.toThrow('order_event_check');
  });

  it('lets a role do what it could, by the whole and not by a range', async () => {
    const may = async (what: string) => (await rows(`SELECT ${what} AS may`))[0].may;
    expect(await may(`has_table_privilege('${ROLE}', 'ledger_entry', 'INSERT')`)).toBe(true);
    expect(await may(`has_column_privilege('${ROLE}', 'ledger_entry', 'price', 'UPDATE')`)).toBe(true);
    expect(await may(`has_column_privilege('${ROLE}', 'ledger_entry', 'units', 'UPDATE')`)).toBe(false);
    expect(await may(`has_column_privilege('${ROLE}', 'order_event', 'at', 'INSERT')`)).toBe(true);
    for (const { leaf } of await rows('SELECT leaf FROM stored_range')) {
      for (const right of ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])
        expect(
          await may(
            `has_any_column_privilege('${ROLE}', '${leaf}', 'SELECT') OR has_table_privilege('${ROLE}', '${leaf}', '${right}')`,
          ),
        ).toBe(false);
    }
  });
});
