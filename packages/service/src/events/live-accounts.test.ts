import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeStatus } from '../orders/change-status.ts';
import type { Order } from '../orders/order.ts';
import { type AccountListener, LiveAccounts } from './live-accounts.ts';
import { numberEvents } from './number-events.ts';
import type { AccountStoredEvent } from './read-account.ts';
import { type AccountWorld, openAccountWorld } from './testing/account-world.ts';

let open: AccountWorld;
let live: LiveAccounts;
const problems: unknown[] = [];
beforeAll(async () => {
  open = await openAccountWorld();
  live = new LiveAccounts(open.world.database, (error) => problems.push(error));
});
afterAll(async () => {
  await live.stop();
  expect(problems).toEqual([]);
  await open.world.close();
});

class Ear implements AccountListener {
  readonly accountId: number;
  readonly after: number;
  readonly heard: number[] = [];
  isAwake = true;

  constructor(accountId: number, after = 0) {
    this.accountId = accountId;
    this.after = after;
  }

  isReady(): boolean {
    return this.isAwake;
  }

  hear({ account_number }: AccountStoredEvent): void {
    this.heard.push(account_number);
  }

  async has(last: number): Promise<number[]> {
    while (this.heard.at(-1) !== last) await new Promise((done) => setTimeout(done, 10));
    return this.heard;
  }
}

/** Many events of an order, numbered. */
async function tell({ id }: Order, count: number): Promise<void> {
  await open.world.database.query(
    `INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
     SELECT $1, 0, 'deposit.seen', 1, 1, 'dust' FROM generate_series(1, $2)`,
    [id, count],
  );
  await numberEvents(open.world.database);
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('who listens to an account', () => {
  it('hears what has happened and what happens, each once, from where they are', async () => {
    const { world, shop, other } = open;
    const [mine, theirs] = [await world.place({ caller: shop }), await world.place({ caller: other })];
    await tell(mine, 250);
    await tell(theirs, 3);
    const [all, rest, ahead] = [
      new Ear(shop.account.id),
      new Ear(shop.account.id, 200),
      new Ear(shop.account.id, 251),
    ];
    const leave = [all, rest, ahead].map((ear) => live.listen(ear));
    expect(await all.has(250)).toEqual(numbers(1, 250));
    expect(await rest.has(250)).toEqual(numbers(201, 250));
    await changeStatus(world.database, { orderIds: [mine.id], from: 1, to: 2, cause: 'seen', at: 1 });
    await numberEvents(world.database);
    expect(await all.has(251)).toEqual(numbers(1, 251));
    await tell(mine, 1);
    // What it says that it knows is not told to it.
    expect(await ahead.has(252)).toEqual([252]);
    for (const end of leave) end();
  });

  it('who is slow is told nothing more until they are ready, and misses nothing; who has left hears nothing', async () => {
    const { world, other } = open;
    const order = await world.place({ caller: other });
    const [slow, quick, gone] = [
      new Ear(other.account.id),
      new Ear(other.account.id),
      new Ear(other.account.id),
    ];
    slow.isAwake = false;
    const leave = [slow, quick].map((ear) => live.listen(ear));
    live.listen(gone)();
    await tell(order, 5);
    const last = (await quick.has(8)).length;
    expect([slow.heard, gone.heard]).toEqual([[], []]);
    slow.isAwake = true;
    expect(await slow.has(last)).toEqual(numbers(1, 8));
    for (const end of leave) end();
  });

  it('passes over what was archived', async () => {
    const { world, shop } = open;
    const order = await world.place({ caller: shop });
    await tell(order, 150);
    await world.database.query('DELETE FROM order_event WHERE order_id <> $1', [order.id]);
    const ear = new Ear(shop.account.id);
    const leave = live.listen(ear);
    expect(await ear.has(402)).toEqual(numbers(253, 402));
    leave();
  });
});
