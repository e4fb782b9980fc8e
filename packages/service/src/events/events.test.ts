import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, REFUND, type World } from '../engine/testing/world.ts';
import { changeStatus } from '../orders/change-status.ts';
import type { Order } from '../orders/order.ts';
import { resolveOrder } from '../orders/resolve.ts';
import { type Listener, LiveEvents } from './live-events.ts';
import { readOn } from './read-events.ts';
import { eventType, tellTransfers } from './tell.ts';
import { shownEvent } from './view.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const MOST = 1_000;

async function logOf({ id }: Order) {
  const [events = []] = await readOn(world.database, [{ orderId: id, lastId: 0 }], MOST);
  return events;
}

/** The log in short: types, with the new status where it is a change of status. */
async function storyOf(order: Order): Promise<string[]> {
  return (await logOf(order)).map(({ type, to_status }) =>
    to_status === null ? type : `${type} ${to_status}`,
  );
}

describe('the log of an order', () => {
  it('is empty before anything happens', async () => {
    expect(await storyOf(await world.place())).toEqual([]);
  });

  it('tells all that happens to its money, from the deposit to the receiver', async () => {
    const order = await world.place();
    const deposit = await world.pay(order);
    await world.settle();
    expect(await storyOf(order)).toEqual([
      'deposit.seen',
      'order.status 2',
      'deposit.mined',
      'deposit.confirmed',
      'order.status 3',
      'payout.sent',
      'payout.confirmed',
      'order.status 4',
    ]);
    const shown = (await logOf(order)).map((event, n) => shownEvent(n + 1, event, world.market().catalogue));
    const { output } = await world.shown(order);
    expect(shown[0]).toEqual({
      number: 1,
      type: 'deposit.seen',
      at: world.now,
      chain: 'Bitcoin',
      abbr: 'BTC',
      txid: deposit,
      volume: '0.05',
    });
    expect(shown[1]).toEqual({
      number: 2,
      type: 'order.status',
      at: world.now,
      status: 2,
      previous_status: 1,
    });
    expect(shown[6]).toMatchObject({
      chain: 'Ethereum',
      abbr: 'ETH',
      txid: output[0]?.txid,
      volume: output[0]?.volume,
    });
  });

  it('tells a transfer that nobody saw before its block as mined', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.mine(1, 'Bitcoin');
    await world.round();
    expect(await storyOf(order)).toEqual(['deposit.mined', 'order.status 2']);
  });

  it('tells that a transfer vanished, and that it came back', async () => {
    const order = await world.place();
    const txid = await world.pay(order);
    await world.round();
    await world.network('Bitcoin').network.drop(txid);
    await world.round();
    expect(await storyOf(order)).toEqual([
      'deposit.seen',
      'order.status 2',
      'deposit.vanished',
      'order.status 1',
    ]);
  });

  it('tells that blocks were undone: of the deposit, and of the payout', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.settle();
    await world.network('Ethereum').network.reorganize(4, world.now);
    await world.round();
    await world.settle();
    const story = await storyOf(order);
    expect(story.slice(8)).toEqual(['payout.undone', 'payout.confirmed']);

    const other = await world.place();
    await world.pay(other);
    await world.mine(1, 'Bitcoin');
    await world.round();
    await world.network('Bitcoin').network.reorganize(1, world.now);
    await world.round();
    expect(await storyOf(other)).toContain('deposit.undone');
  });

  it('tells a refund', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    await world.pay(order, '0.04');
    await world.settle();
    const request = { action: 'refund', refund_address: REFUND.Bitcoin } as const;
    await resolveOrder(world.database, order, request, world.market(), 'test');
    await world.settle();
    expect((await storyOf(order)).slice(-4)).toEqual([
      'order.status 7',
      'refund.sent',
      'refund.confirmed',
      'order.status 5',
    ]);
  });

  it('tells each of several transfers and receivers', async () => {
    const order = await world.place({
      to_address: [
        { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: REFUND.Ethereum, to_ratio: 0.5 },
        { to_chain: 'Ethereum', to_abbr: 'USDT', to_address: REFUND.Ethereum, to_ratio: 0.5 },
      ],
    });
    await world.pay(order, '0.02');
    await world.pay(order, '0.03');
    await world.settle();
    const story = await storyOf(order);
    const count = (type: string) => story.filter((each) => each === type).length;
    expect(['deposit.seen', 'deposit.confirmed', 'payout.sent', 'payout.confirmed'].map(count)).toEqual([
      2, 2, 2, 2,
    ]);
    expect(story.at(-1)).toBe('order.status 4');
  });

  it('has ids in the order of commits: who tells later waits for who told first', async () => {
    const order = await world.place();
    const first = await world.database.connect();
    await first.query('BEGIN');
    await changeStatus(first, { orderIds: [order.id], from: 1, to: 2, cause: 'seen', at: world.now });
    const seen = `
      WITH seen AS (SELECT 1 AS id, $1::bigint AS order_id, 1 AS asset_id, 1 AS units, 'txid' AS txid),
      ${tellTransfers('seen', eventType('deposit.seen'), '0')} SELECT`;
    const second = world.database.query(seen, [order.id]);
    const waiting =
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while ((await world.rows(waiting)).length === 0) await new Promise((done) => setTimeout(done, 10));
    await first.query('COMMIT');
    first.release();
    await second;
    expect(await storyOf(order)).toEqual(['order.status 2', 'deposit.seen']);
  });
});

describe('a listener', () => {
  class Ear implements Listener {
    readonly orderId: number;
    readonly heard: string[] = [];
    isAwake = true;

    constructor({ id }: Order) {
      this.orderId = id;
    }

    isReady(): boolean {
      return this.isAwake;
    }

    hear(number: number, { type }: { type: string }): void {
      this.heard.push(`${number} ${type}`);
    }

    async has(count: number): Promise<string[]> {
      while (this.heard.length < count) await new Promise((done) => setTimeout(done, 10));
      return this.heard;
    }
  }

  let live: LiveEvents;
  const problems: unknown[] = [];
  beforeAll(() => {
    live = new LiveEvents(world.database, (error) => problems.push(error));
  });
  afterAll(async () => {
    await live.stop();
    expect(problems).toEqual([]);
  });

  it('hears what has happened and what happens, numbered, each once', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.round();
    const ear = new Ear(order);
    live.listen(ear);
    expect(await ear.has(2)).toEqual(['1 deposit.seen', '2 order.status']);
    await world.settle();
    const late = new Ear(order);
    live.listen(late);
    expect(await late.has(8)).toEqual(await ear.has(8));
    expect(ear.heard.map((line) => line.split(' ')[0])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('who is slow is told nothing more until they are ready, and misses nothing', async () => {
    const [order, other] = [await world.place(), await world.place()];
    const [slow, quick] = [new Ear(order), new Ear(other)];
    slow.isAwake = false;
    live.listen(slow);
    live.listen(quick);
    await world.pay(order);
    await world.pay(other);
    await world.round();
    await quick.has(2);
    expect(slow.heard).toEqual([]);
    slow.isAwake = true;
    expect(await slow.has(2)).toEqual(['1 deposit.seen', '2 order.status']);
  });

  it('who has left is told nothing', async () => {
    const order = await world.place();
    const [gone, there] = [new Ear(order), new Ear(order)];
    const leave = live.listen(gone);
    live.listen(there);
    leave();
    await world.pay(order);
    await world.round();
    await there.has(2);
    expect(gone.heard).toEqual([]);
  });

  it('hears a log that is longer than one reading', async () => {
    const order = await world.place();
    await world.database.query(
      `INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
       SELECT $1, 0, 'deposit.seen', 1, 1, 'dust' FROM generate_series(1, 250)`,
      [order.id],
    );
    const ear = new Ear(order);
    live.listen(ear);
    expect((await ear.has(250)).at(-1)).toBe('250 deposit.seen');
  });
});
