import { afterAll, beforeAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../../test/support/volume.ts';
import type { Order } from '../orders/order.ts';
import { resolveOrder } from '../orders/resolve.ts';
import { TronWorld } from './testing/tron-world.ts';
import { RECEIVER } from './testing/world.ts';

/** Whole swaps with TRON over nodes: to it, from it, in tokens and in its coin, and what expires on the way. */

const TO_ETHER = { to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }] };
const FROM_ETHER = { from_chain: 'Ethereum', from_abbr: 'ETH' };
const [COMPLETED, REFUNDED, FROZEN] = [4, 5, 7];

let tron: TronWorld;
beforeAll(async () => {
  tron = await TronWorld.open();
});
afterAll(() => tron.close());

const attempts = () =>
  tron.world.rows<{ purpose: string; state: string }>(
    `SELECT p.purpose, a.state FROM attempt a JOIN payment p ON p.id = a.payment_id
      WHERE a.chain_id = 8 ORDER BY a.id`,
  );

/** All is done, and the books agree. */
async function settled(order: Order): Promise<void> {
  expect(await tron.world.status(order)).toBe(COMPLETED);
  await balanced();
}

/** The chain has what the ledger says, nothing is halted, and nothing was booked that nobody could explain. */
async function balanced(): Promise<void> {
  expect(await tron.difference('TRON/USDT')).toBe(0n);
  expect(await tron.difference('TRON/TRX')).toBe(0n);
  expect(await tron.world.rows('SELECT asset_id, reason FROM halt')).toEqual([]);
  expect(await tron.world.rows('SELECT address FROM deposit WHERE is_silent')).toEqual([]);
}

it('USDT on TRON to ether: it is seen, counts, is paid for, and is brought in with fuel', async () => {
  const order = await tron.world.place({
    from_chain: 'TRON',
    from_abbr: 'USDT',
    from_quantity: 500,
    ...TO_ETHER,
  });
  tron.pay(order);
  await tron.pass(1);
  expect(await tron.world.rows('SELECT state FROM deposit WHERE order_id = $1', [order.id])).toEqual([
    { state: 'seen' },
  ]);
  await tron.pass(22);
  await settled(order);
  expect(await attempts()).toEqual([
    { purpose: 'top-up', state: 'confirmed' },
    { purpose: 'sweep', state: 'confirmed' },
    { purpose: 'sweep', state: 'confirmed' },
  ]);
  expect(tron.usdtOf(order.address)).toBe(0n);
});

it('ether to USDT on TRON, for a receiver that was never used', async () => {
  const order = await tron.world.place({
    ...FROM_ETHER,
    from_quantity: 0.5,
    to_address: [{ to_chain: 'TRON', to_abbr: 'USDT', to_address: RECEIVER.TRON }],
  });
  await tron.world.pay(order);
  await tron.pass(10);
  await settled(order);
  expect(tron.usdtOf(RECEIVER.TRON)).toBeGreaterThan(1_900_000_000n);
});

it('a payout that the network loses expires, is signed anew, and is paid once', async () => {
  const before = tron.usdtOf(RECEIVER.TRON);
  const order = await tron.world.place({
    ...FROM_ETHER,
    from_quantity: 0.25,
    to_address: [{ to_chain: 'TRON', to_abbr: 'USDT', to_address: RECEIVER.TRON }],
  });
  await tron.world.pay(order);
  tron.isDeaf = true;
  await tron.pass(6);
  const known = (await attempts()).length;
  await tron.pass(1, 3_500_000);
  await tron.pass(4);
  expect((await attempts()).length).toBe(known);
  await tron.pass(1, 200_000);
  tron.isDeaf = false;
  await tron.pass(10);
  await settled(order);
  expect((await attempts()).slice(known - 1)).toEqual([
    { purpose: 'payouts', state: 'expired' },
    { purpose: 'payouts', state: 'confirmed' },
  ]);
  const paid = tron.usdtOf(RECEIVER.TRON) - before;
  expect(paid).toBeGreaterThan(900_000_000n);
  expect(paid).toBeLessThan(1_100_000_000n);
});

it.runIf(IS_LONG)(
  'TRX to ether: a fork before it is solidified undoes what was seen, and it counts when it comes again',
  async () => {
    const order = await tron.world.place({
      from_chain: 'TRON',
      from_abbr: 'TRX',
      from_quantity: 4_000,
      ...TO_ETHER,
    });
    const state = () => tron.world.rows('SELECT state FROM deposit WHERE order_id = $1', [order.id]);
    tron.pay(order);
    await tron.pass(2);
    expect(await state()).toEqual([{ state: 'seen' }]);
    tron.network.fork(2);
    await tron.pass(1);
    expect(await state()).toEqual([{ state: 'gone' }]);
    tron.pay(order);
    await tron.pass(14);
    await settled(order);
  },
);

it.runIf(IS_LONG)(
  'too little, too much and too late for a fixed price is given back, and the wrong coin is an operator’s',
  async () => {
    const { world } = tron;
    const fixed = { exchange_mode: 'fixed', from_chain: 'TRON', ...TO_ETHER };
    const usdt = { ...fixed, from_abbr: 'USDT', from_quantity: 500 };
    const [less, more, late, wrong] = [
      await world.place(usdt),
      await world.place(usdt),
      await world.place(usdt),
      await world.place({ ...fixed, from_abbr: 'TRX', from_quantity: 4_000 }),
    ];
    tron.pay(less, -100_000_000n);
    tron.pay(more, 100_000_000n);
    // As many units: 4,000 USDT.
    tron.pay(wrong, 0n, true);
    await tron.pass(6);
    const frozen = async (order: Order) => [await world.status(order), await world.freezeReason(order)];
    expect([await frozen(less), await frozen(more)]).toEqual([
      [FROZEN, 'LESS'],
      [FROZEN, 'MORE'],
    ]);
    world.now = late.expiresAt + 1;
    await world.round();
    tron.pay(late);
    await tron.pass(6);
    expect(await frozen(late)).toEqual([FROZEN, 'LATE']);
    // It is known, and nothing is paid for it.
    expect(
      await world.rows('SELECT state, use, units::text FROM deposit WHERE order_id = $1', [wrong.id]),
    ).toEqual([{ state: 'confirmed', use: null, units: '4000000000' }]);
    expect(await world.rows('SELECT 1 FROM payout WHERE order_id = $1', [wrong.id])).toEqual([]);
    const before = tron.usdtOf(REFUND_TO);
    const refund = { action: 'refund', refund_address: REFUND_TO } as const;
    for (const order of [less, more, late])
      await resolveOrder(world.database, await world.order(order), refund, world.market(), 'test');
    await tron.pass(24);
    for (const order of [less, more, late]) expect(await world.status(order)).toBe(REFUNDED);
    const returned = tron.usdtOf(REFUND_TO) - before;
    // All of 400, 600 and 500, but for what three transfers cost.
    expect(returned).toBeLessThan(1_500_000_000n);
    expect(returned).toBeGreaterThan(1_450_000_000n);
    await balanced();
  },
);

/** An address that nobody has used yet. */
const REFUND_TO = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
