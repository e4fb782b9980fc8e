import { parseJson } from '@swapdesk/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ladder } from '../../market/ladder.ts';
import { ONE } from '../../money/fixed.ts';
import { toUnits } from '../../money/units.ts';
import { DEEPER_S } from '../../orders/decide.ts';
import type { Order } from '../../orders/order.ts';
import { refundFee } from '../../pricing/refund-fee.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, REFUND, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => {
  world.told = {};
  expect(await wrongsOf(world)).toEqual([]);
});
afterAll(() => world.close());

/** Bitcoin at 100,000 USDT, up to so many of them. */
const upTo = (coins: bigint): Ladder => {
  const rung = { value: coins * 100_000n * ONE, amount: coins * ONE };
  return { bids: [rung], asks: [rung] };
};
/** A ladder that ends below 0.05 BTC. */
const SHORT: Ladder = {
  bids: [{ value: 1_000n * ONE, amount: ONE / 100n }],
  asks: [{ value: 1_000n * ONE, amount: ONE / 100n }],
};

describe('a float order that is more than the books hold', () => {
  const paid = async () => {
    world.told = { BTC: { ladder: upTo(1n) } };
    const order = await world.place();
    await world.pay(order);
    world.told = { BTC: { ladder: SHORT } };
    await world.mine(2, 'Bitcoin');
    await world.round();
    return order;
  };

  it('waits while they are thin for a moment, and is exchanged when they are deep again', async () => {
    const order = await paid();
    world.now += DEEPER_S;
    await world.round();
    expect(await world.status(order)).toBe(2);
    world.told = { BTC: { ladder: upTo(1n) } };
    await world.round();
    expect(await world.status(order)).toBe(3);
    await world.settle();
  });

  it('is frozen for somebody to decide when they stay so', async () => {
    const order = await paid();
    world.now += DEEPER_S + 1;
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 7, freeze_reason: 'LIMIT' });
  });

  it('waits no longer because somebody sends a little more', async () => {
    const order = await paid();
    world.now += DEEPER_S - 10;
    await world.pay(order, '0.001');
    await world.mine(2, 'Bitcoin');
    await world.round();
    expect(await world.status(order)).toBe(2);
    world.now += 11;
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 7, freeze_reason: 'LIMIT' });
  });
});

describe('a token that came to an order which cannot use it', () => {
  const surplus = async (amount = '100') => {
    const order = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1,
      to_address: [
        { to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      ],
      refund_address: REFUND.Ethereum,
    });
    await world.pay(order, amount, 'Ethereum/USDC');
    await world.mine(20, 'Ethereum');
    return order;
  };
  /** In units, of which 100 USDC are a hundred million. */
  const feeOf = async (order: Order) => {
    const [refund] = (await world.shown(order)).refund;
    return 100_000_000n - toUnits(parseJson(String(refund?.volume)) as never, 6);
  };

  it('is given back while its price is stopped, for a quarter more than its fee', async () => {
    const before = await surplus();
    await world.settle();
    world.told = { USDC: { floatStop: 'peg', fixedStop: 'peg' } };
    const order = await surplus();
    await world.settle();
    expect(await feeOf(order)).toBe(((await feeOf(before)) * 5n + 3n) / 4n);
  });

  it('is not kept as not worth its fee at a last price: it waits for one of now', async () => {
    const fee = refundFee(world.asset('Ethereum/USDC').id, world.market()) as bigint;
    world.told = { USDC: { floatStop: 'peg', fixedStop: 'peg' } };
    // Worth it by the fee of now, but not by a quarter more.
    const units = (fee * 9n) / 8n;
    const order = await surplus(`${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`);
    for (let n = 0; n < 2; n++) await world.round();
    expect((await world.shown(order)).surplus).toMatchObject([{ state: 'returning' }]);
    world.told = {};
    await world.settle();
    expect((await world.shown(order)).refund).toHaveLength(1);
  });

  it('waits for a price where the last one is older than a day', async () => {
    const order = await surplus();
    world.pricedAt = world.now - 86_400 - 1;
    await world.round();
    expect((await world.shown(order)).refund).toEqual([]);
    world.pricedAt = null;
    await world.settle();
    expect((await world.shown(order)).refund).toHaveLength(1);
  });
});
