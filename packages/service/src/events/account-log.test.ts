import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { changeStatus } from '../orders/change-status.ts';
import type { Order } from '../orders/order.ts';
import { transaction } from '../store/transaction.ts';
import { numberEvents } from './number-events.ts';
import { lastOfAccount, readAccounts } from './read-account.ts';
import { type AccountWorld, openAccountWorld } from './testing/account-world.ts';
import { shownAccountEvent } from './view.ts';

let open: AccountWorld;
beforeEach(async () => {
  open = await openAccountWorld();
});
afterEach(() => open.world.close());

const SEEN = { from: 1, to: 2, cause: 'seen', at: 1 } as const;
const UNSEEN = { from: 2, to: 1, cause: 'vanished', at: 1 } as const;
const ALL = 10_000;

async function logOf(accountId: number, after = 0, most = ALL) {
  const [read] = await readAccounts(open.world.database, [{ accountId, after }], most);
  return (read?.events ?? []).map(({ account_number, order_no, order_number, to_status }) => ({
    account_number,
    order_no,
    order_number,
    to_status,
  }));
}

const numbersFrom = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('the log of an account', () => {
  it('tells of all its orders what the log of each tells, and nothing of others', async () => {
    const { world, shop, other } = open;
    const [mine, theirs, nobodys] = [
      await world.place({ caller: shop }),
      await world.place({ caller: other }),
      await world.place(),
    ];
    for (const order of [mine, theirs, nobodys]) await world.pay(order);
    await world.settle();
    expect(await logOf(shop.account.id)).toEqual([]);
    expect(await numberEvents(world.database)).toBe(16);
    const [read] = await readAccounts(world.database, [{ accountId: shop.account.id, after: 0 }], ALL);
    const shown = read?.events.map((event) => shownAccountEvent(event, world.market().catalogue));
    expect(shown?.map(({ account_number, number }) => [account_number, number])).toEqual(
      numbersFrom(1, 8).map((n) => [n, n]),
    );
    expect(shown?.[0]).toMatchObject({
      order_no: mine.no,
      type: 'deposit.seen',
      abbr: 'BTC',
      volume: '0.05',
    });
    expect(shown?.at(-1)).toMatchObject({ type: 'order.status', status: 4, previous_status: 3 });
    expect(await logOf(other.account.id)).toHaveLength(8);
    expect(await logOf(0)).toEqual([]);
    expect(await world.rows('SELECT 1 FROM event_due')).toEqual([]);
  });

  it('numbers what is committed later after what was committed before, whatever was begun first', async () => {
    const { world, shop } = open;
    const [early, late] = [await world.place({ caller: shop }), await world.place({ caller: shop })];
    const slow = await world.database.connect();
    await slow.query('BEGIN');
    await changeStatus(slow, { orderIds: [early.id], ...SEEN });
    await changeStatus(world.database, { orderIds: [late.id], ...SEEN });
    await numberEvents(world.database);
    expect((await logOf(shop.account.id)).map(({ order_no }) => order_no)).toEqual([late.no]);
    await slow.query('COMMIT');
    slow.release();
    await numberEvents(world.database);
    expect((await logOf(shop.account.id)).map(({ order_no }) => order_no)).toEqual([late.no, early.no]);
  });

  it('has none of what was undone, and no gap for it', async () => {
    const { world, shop } = open;
    const order = await world.place({ caller: shop });
    const change = (isUndone: boolean) =>
      transaction(world.database, async (client) => {
        await changeStatus(client, { orderIds: [order.id], ...SEEN });
        if (isUndone) throw new Error('undone');
      });
    await expect(change(true)).rejects.toThrow('undone');
    await change(false);
    await numberEvents(world.database);
    expect(await logOf(shop.account.id)).toMatchObject([
      { account_number: 1, order_number: 1, to_status: 2 },
    ]);
  });

  it('is without a gap, twice or out of order, however many write and number at once', async () => {
    const { world, shop } = open;
    const orders: Order[] = [];
    for (let n = 0; n < 4; n++) orders.push(await world.place({ caller: shop }));
    let told = 0;
    const step = fc.record({ order: fc.nat(3), pauseMs: fc.nat(3), isUndone: fc.boolean() });
    const writer = fc.array(step, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(writer, { minLength: 1, maxLength: 3 }), async (writers) => {
        const work = writers.map(async (steps) => {
          for (const { order, pauseMs, isUndone } of steps) {
            await transaction(world.database, async (client) => {
              const id = orders[order]?.id as number;
              const moved = await changeStatus(client, { orderIds: [id], ...SEEN });
              const back = moved.length > 0 ? [] : await changeStatus(client, { orderIds: [id], ...UNSEEN });
              await new Promise((done) => setTimeout(done, pauseMs));
              if (isUndone) throw new Error('undone');
              told += moved.length + back.length;
            }).catch(() => {});
          }
        });
        await Promise.all([
          ...work,
          ...writers.flatMap(() => [numberEvents(world.database), numberEvents(world.database)]),
        ]);
        while ((await numberEvents(world.database)) > 0) {}
        const log = await logOf(shop.account.id);
        expect(log.map(({ account_number }) => account_number)).toEqual(numbersFrom(1, told));
        for (const { no } of orders) {
          const its = log.filter(({ order_no }) => order_no === no);
          expect(its.map(({ order_number }) => order_number)).toEqual(numbersFrom(1, its.length));
          // Each change begins where the one before it ended.
          expect(its.map(({ to_status }) => to_status)).toEqual(its.map((_, n) => (n % 2 === 0 ? 2 : 1)));
        }
      }),
      { numRuns: volume(15, 100) },
    );
  });

  it('is read on from any number, a page at a time', async () => {
    const { world, shop } = open;
    const order = await world.place({ caller: shop });
    await world.database.query(
      `INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
       SELECT $1, 0, 'deposit.seen', 1, 1, 'dust' FROM generate_series(1, 250)`,
      [order.id],
    );
    expect(await numberEvents(world.database)).toBe(250);
    expect(await lastOfAccount(world.database, shop.account.id)).toBe(250);
    const page = await logOf(shop.account.id, 100, 100);
    expect(page.map(({ account_number }) => account_number)).toEqual(numbersFrom(101, 200));
    expect(await logOf(shop.account.id, 250)).toEqual([]);
    expect(await logOf(shop.account.id, 1_000)).toEqual([]);
  });

  it('passes over what was archived, and goes on with the numbers that it would have had', async () => {
    const { world, shop } = open;
    const [old, young] = [await world.place({ caller: shop }), await world.place({ caller: shop })];
    for (const order of [old, young]) await changeStatus(world.database, { orderIds: [order.id], ...SEEN });
    await numberEvents(world.database);
    // As a range that leaves does.
    await world.database.query('DELETE FROM order_event WHERE order_id = $1', [old.id]);
    const [first] = await readAccounts(world.database, [{ accountId: shop.account.id, after: 0 }], 1);
    expect(first).toEqual({ events: [], next: 1 });
    expect(await logOf(shop.account.id, 1)).toMatchObject([{ account_number: 2, order_no: young.no }]);
  });

  it('costs the same wherever it is read', async () => {
    const { world, shop } = open;
    const order = await world.place({ caller: shop });
    await world.database.query(
      `INSERT INTO account_event (account_id, number, order_id, event_id, order_number)
       SELECT $1, n, $2, n, n FROM generate_series(1, 100000) AS n`,
      [shop.account.id, order.id],
    );
    await world.database.query('ANALYZE account_event');
    const pages = async (after: number) => {
      const { rows } = await world.database.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
         SELECT number FROM account_event WHERE account_id = $1 AND number > $2 ORDER BY number LIMIT 100`,
        [shop.account.id, after],
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
      return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    };
    await pages(0);
    expect(await pages(90_000)).toBeLessThan(20);
    expect(await pages(10)).toBeLessThan(20);
  });
});
