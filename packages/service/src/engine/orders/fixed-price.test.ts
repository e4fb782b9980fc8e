import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { few, IS_LONG } from '../../../../../test/support/volume.ts';
import { encodeTransaction } from '../../chains/sim/sim-transaction.ts';
import { cancelOrder } from '../../orders/cancel.ts';
import { PARTS_S } from '../../orders/decide.ts';
import type { Order } from '../../orders/order.ts';
import { resolveOrder } from '../../orders/resolve.ts';
import { MINED_GRACE_S } from '../../pricing/fixed-wait.ts';
import { CLEAR } from '../../screening/screen.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  world.isForgetful = true;
});
beforeEach(() => {
  world.prices = { ...world.prices, BTC: '100000' };
  world.screen = async () => CLEAR;
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

/** 0.05 BTC for ETH at a fixed rate. */
const fixed = (wish: object = {}) => world.place({ exchange_mode: 'fixed', ...wish });
const outcome = async (order: Order) => [await world.status(order), await world.freezeReason(order)];
const drop = (txid: string) => world.network('Bitcoin').network.drop(txid);

/** A transfer from a sender of its own. */
function payFrom(sender: string, { address, assetId, no }: Order, units: bigint): Promise<string> {
  const { network } = world.network('Bitcoin');
  const { bytes } = encodeTransaction({
    chainId: network.chainId,
    sources: [sender],
    spends: [`${sender}:${no}`],
    takes: [],
    gives: [{ address, assetId, units: String(units) }],
    feeUnits: '1',
    salt: no,
  });
  return network.submit(bytes);
}

/** Blocks that take only what is there now: what is sent from now on stays in the mempool. */
async function confirmed(order: Order, amount?: string): Promise<void> {
  await world.pay(order, amount);
  await world.round();
  await world.mine(2, 'Bitcoin');
}

/** As the engine finds it: a round follows the chain, the next judges. */
async function judged(): Promise<void> {
  await world.round();
  await world.round();
}

describe('a transfer that nobody mines, beside a fixed order that is paid in full,', () => {
  it.each(
    few(2, [
      ['dust', '0.00000546'],
      ['as much again', '0.05'],
      ['a thousand satoshi', '0.00001'],
      ['a fifth of it', '0.01'],
    ] as const),
  )('does not delay it: %s', async (_, amount) => {
    const order = await fixed();
    await confirmed(order);
    const pending = await world.pay(order, amount);
    await judged();
    // The rate is paid while it is the market's, not when it suits somebody.
    expect(await world.status(order)).toBe(3);
    world.now = order.expiresAt + MINED_GRACE_S + 1;
    world.prices = { ...world.prices, BTC: '50000' };
    await drop(pending);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({
      status: 4,
      accept_at: order.createdAt,
      rel_volume: '0.05',
    });
  });

  it('is surplus if it comes after all', async () => {
    const order = await fixed({ refund_address: REFUND.Bitcoin });
    await confirmed(order);
    await world.pay(order, '0.01');
    await judged();
    await world.settle();
    const shown = await world.shown(order);
    expect(shown).toMatchObject({ status: 4, rel_volume: '0.05', refund: [{ volume: '0.00998' }] });
  });
});

describe('a fixed order that lacks something', () => {
  it('is judged by what it has when the grace is over, and the old rate is gone for good', async () => {
    const order = await fixed();
    await confirmed(order, '0.04');
    const rest = await world.pay(order, '0.01');
    await judged();
    expect(await world.status(order)).toBe(2);
    world.now = order.expiresAt + MINED_GRACE_S;
    await judged();
    expect(await world.status(order)).toBe(2);
    world.now += 1;
    world.prices = { ...world.prices, BTC: '50000' };
    await judged();
    expect(await outcome(order)).toEqual([7, 'LESS']);
    await drop(rest);
    await world.settle();
    expect(await outcome(order)).toEqual([7, 'LESS']);
  });

  it.runIf(IS_LONG)('is completed by what a block takes within the grace', async () => {
    const order = await fixed();
    await confirmed(order, '0.04');
    await world.pay(order, '0.01');
    await judged();
    world.now = order.expiresAt + MINED_GRACE_S;
    await world.mine(1, 'Bitcoin');
    await judged();
    world.now += 999;
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '0.05' });
  });

  it.runIf(IS_LONG)('is not made late by what comes later', async () => {
    const order = await fixed();
    await world.pay(order);
    await world.round();
    world.now = order.expiresAt + 1;
    await world.pay(order, '0.02');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '0.05' });
  });
});

describe('an engine that was down', () => {
  it('honours what was mined in time, whenever it learns of it', async () => {
    const order = await fixed();
    await world.pay(order);
    world.now += 60;
    await world.mine(2, 'Bitcoin');
    world.now = order.expiresAt + MINED_GRACE_S + 7_200;
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it.runIf(IS_LONG)('judges nothing as unmined before it has followed the chain', async () => {
    const order = await fixed();
    await confirmed(order, '0.04');
    await world.pay(order, '0.01');
    await judged();
    world.now = order.expiresAt + MINED_GRACE_S;
    await world.mine(2, 'Bitcoin');
    world.now += 7_200;
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '0.05' });
  });

  it('does not honour what was mined after the grace', async () => {
    const order = await fixed();
    await world.pay(order);
    await world.round();
    world.now = order.expiresAt + MINED_GRACE_S + 1;
    await world.mine(2, 'Bitcoin');
    world.now += 7_200;
    await world.settle();
    expect(await outcome(order)).toEqual([7, 'LATE']);
  });
});

describe('dust', () => {
  it.each(few(1, ['0.00004999', '0.00000546', '0.00001']))(
    'does not freeze an exact order: %s BTC',
    async (amount) => {
      const order = await fixed();
      await world.pay(order, amount);
      await world.pay(order);
      await world.settle();
      expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '0.05' });
    },
  );

  it.runIf(IS_LONG)(
    'does not make an order paid: it expires, and can be paid or cancelled as any other',
    async () => {
      const [left, paid, cancelled] = [await fixed(), await world.place(), await fixed()];
      for (const order of [left, paid, cancelled]) await world.pay(order, '0.00001');
      await world.settle();
      expect(await world.shown(left)).toMatchObject({
        status: 1,
        payfor_at: 0,
        input: [{ volume: '0.00001' }],
      });
      await cancelOrder(world.database, await world.order(cancelled), world.now);
      await world.pay(paid);
      world.now = left.expiresAt + 1;
      await world.settle();
      expect(await Promise.all([left, paid, cancelled].map(world.status.bind(world)))).toEqual([8, 4, 9]);
    },
  );

  it('that remains does not keep an order whose transfer has vanished from waiting again', async () => {
    const order = await fixed();
    const txid = await world.pay(order);
    await world.pay(order, '0.00001');
    await world.round();
    expect(await world.status(order)).toBe(2);
    await drop(txid);
    await world.round();
    expect(await world.status(order)).toBe(1);
  });

  it('is given back where that is known and worth it', async () => {
    // A thousandth of 5 BTC is 0.005.
    const order = await fixed({ from_quantity: 5, refund_address: REFUND.Bitcoin });
    await world.pay(order, '0.004');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 1, refund: [{ volume: '0.00398' }] });
  });

  it('is given back on request', async () => {
    const order = await fixed({ from_quantity: 5 });
    await world.pay(order, '0.004');
    await world.settle();
    const request = { action: 'refund' as const, refund_address: REFUND.Bitcoin };
    await resolveOrder(world.database, await world.order(order), request, world.market(), 'test');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 1, refund: [{ volume: '0.00398' }] });
  });

  it('from an address that is listed, or of which nobody knows, neither freezes nor delays anybody’s order', async () => {
    world.screen = async ({ address }) => {
      if (address === 'unknown') throw new Error('no answer');
      return address === 'listed' ? { isHit: true, detail: 'listed' } : CLEAR;
    };
    const [hit, silent] = [await fixed(), await fixed()];
    await payFrom('listed', hit, 1_000n);
    await payFrom('unknown', silent, 1_000n);
    for (const order of [hit, silent]) await world.pay(order);
    await world.settle();
    expect([await world.status(hit), await world.status(silent)]).toEqual([4, 4]);
  });

  it('aside, who sent the payment still counts', async () => {
    world.screen = async ({ address }) => ({ isHit: address === 'listed', detail: '' });
    const order = await fixed();
    await payFrom('listed', order, order.units);
    await world.settle();
    expect(await outcome(order)).toEqual([7, 'SCREENING']);
  });
});

describe('a transfer that nobody mines, beside a float order that is paid,', () => {
  it.runIf(IS_LONG)('is awaited for a while, and no longer', async () => {
    const order = await world.place();
    await confirmed(order, '0.05');
    await world.pay(order, '0.01');
    await judged();
    world.now += PARTS_S;
    await judged();
    expect(await world.status(order)).toBe(2);
    world.now += 1;
    await judged();
    expect(await world.shown(order)).toMatchObject({ status: 3, rel_volume: '0.05' });
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('does not keep a frozen order from being refunded, if it is dust', async () => {
    const order = await fixed({ refund_address: REFUND.Bitcoin, on_mismatch: 'refund' });
    await confirmed(order, '0.04');
    await judged();
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 7, refund: [{ status: 1 }] });
    const dust = await payFrom('passer-by', order, 1_000n);
    await world.round();
    await drop(dust);
    await world.mine(3, 'Bitcoin');
    expect(await payFrom('passer-by', order, 1_000n)).toBe(dust);
    await world.round();
    expect(await world.shown(order)).toMatchObject({ fulls: [{ volume: '0.00001' }] });
    expect(await world.status(order)).toBe(5);
  });

  it.runIf(IS_LONG)('does not keep a frozen order from being exchanged', async () => {
    const order = await fixed();
    await confirmed(order, '0.04');
    await judged();
    expect(await outcome(order)).toEqual([7, 'LESS']);
    await world.pay(order, '0.00001');
    await world.round();
    await resolveOrder(
      world.database,
      await world.order(order),
      { action: 'exchange' },
      world.market(),
      'test',
    );
    world.now += 1;
    await judged();
    expect(await world.shown(order)).toMatchObject({ status: 3, rel_volume: '0.04' });
    await world.settle();
  });
});

describe('a stranger who pays a thousandth of a fixed order before its client does', () => {
  async function griefed(wish: object = {}): Promise<Order> {
    const order = await fixed({ refund_address: REFUND.Bitcoin, ...wish });
    await payFrom('passer-by', order, 5_000n);
    await world.round();
    await world.mine(2, 'Bitcoin');
    await judged();
    expect(await outcome(order)).toEqual([7, 'LESS']);
    return order;
  }

  it('does not take its price away: who pays what was agreed in time gets what was agreed', async () => {
    const order = await griefed();
    const before = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
    await confirmed(order);
    world.prices = { ...world.prices, BTC: '50000' };
    await judged();
    expect(await outcome(order)).toEqual([3, null]);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '0.05' });
    expect((await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')) - before).toBe(order.entries[0]?.units);
  });

  it('gives nobody more time for it', async () => {
    const order = await griefed();
    world.now = order.expiresAt + 1;
    await confirmed(order);
    await judged();
    expect(await outcome(order)).toEqual([7, 'LESS']);
  });

  it.runIf(IS_LONG)('changes nothing about what was decided since', async () => {
    const order = await griefed();
    const wanted = { action: 'refund' } as const;
    await resolveOrder(world.database, await world.order(order), wanted, world.market(), 'test');
    await confirmed(order);
    await judged();
    await world.settle();
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 5, children: [{ output: null }] });
  });
});
