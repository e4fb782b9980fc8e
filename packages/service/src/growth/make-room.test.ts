import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { makeRoom } from './make-room.ts';
import { storedRanges } from './stored-ranges.ts';
import { smallRanges } from './testing/small-ranges.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query('TRUNCATE order_event, ledger_entry');
  await store.database.query(`SELECT setval('orders_id_seq', 1, false)`);
  await smallRanges(store.database, { ledger_entry: 100, order_event: 10 });
});

const bounds = async () =>
  (await storedRanges(store.database, 'order_event')).map(({ first, beyond }) => [first, beyond]);
const placed = (orders: number) => store.database.query(`SELECT setval('orders_id_seq', $1)`, [orders]);
const madeAgo = (seconds: number) =>
  store.database.query('UPDATE growing SET made_at = extract(epoch FROM now())::bigint - $1', [seconds]);

describe('room for what grows', () => {
  it('is two ranges ahead, without a gap, and made when one is used up', async () => {
    expect(await bounds()).toEqual([
      [null, 10],
      [10, 20],
      [20, 30],
    ]);
    expect(await makeRoom(store.database)).toBe(0);
    await placed(10);
    await madeAgo(30 * 86_400);
    expect(await makeRoom(store.database)).toBe(1);
    expect((await bounds()).at(-1)).toEqual([30, 40]);
  });

  it('is of twice the size where a range lasts for less than a week', async () => {
    await placed(10);
    await madeAgo(86_400);
    expect(await makeRoom(store.database)).toBe(1);
    expect((await bounds()).at(-1)).toEqual([30, 50]);
  });

  it('is asked for once, however often somebody looks: a large range does not ask for a larger one', async () => {
    await placed(10);
    for (let look = 0; look < 70; look++) {
      await madeAgo(60);
      expect(await makeRoom(store.database)).toBe(look === 0 ? 1 : 0);
    }
    expect(await bounds()).toEqual([
      [null, 10],
      [10, 20],
      [20, 30],
      [30, 50],
    ]);
  });

  it('goes over a gap that somebody has left in one range, however wide it is', async () => {
    await placed(1_000_000_000);
    expect(await makeRoom(store.database)).toBe(3);
    expect((await bounds()).slice(2)).toEqual([
      [20, 30],
      [30, 1_000_000_001],
      [1_000_000_001, 1_000_000_011],
      [1_000_000_011, 1_000_000_021],
    ]);
    expect(await makeRoom(store.database)).toBe(0);
  });

  it('is made by several nodes at once without one being in the way of the other', async () => {
    await placed(25);
    await madeAgo(30 * 86_400);
    const made = await Promise.all(Array.from({ length: 4 }, () => makeRoom(store.database)));
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(2);
    expect((await bounds()).at(-1)).toEqual([40, 50]);
  });

  it('stops nobody who writes', async () => {
    const writer = await store.database.connect();
    await writer.query('BEGIN');
    const tell = (order: number) =>
      writer.query(
        `INSERT INTO order_event (order_id, at, type, asset_id, units, txid) VALUES ($1, 1, 'deposit.seen', 1, 1, 'a')`,
        [order],
      );
    await tell(1);
    await placed(10);
    await madeAgo(30 * 86_400);
    expect(await makeRoom(store.database)).toBe(1);
    await tell(12);
    await writer.query('COMMIT');
    writer.release();
    const { rows } = await store.database.query(
      'SELECT tableoid::regclass::text AS leaf FROM order_event ORDER BY order_id',
    );
    expect(rows.map(({ leaf }) => leaf)).toEqual(['order_event_0', 'order_event_10']);
  });
});
