import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '../orders/order.ts';
import { TronWorld } from './testing/tron-world.ts';
import { RECEIVER } from './testing/world.ts';

/** Whole swaps with TRON over nodes: to it, from it, in tokens and in its coin, and what expires on the way. */

const TO_ETHER = { to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }] };
const FROM_ETHER = { from_chain: 'Ethereum', from_abbr: 'ETH' };
const COMPLETED = 4;

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

/** All is done, the chain has what the ledger says, and nothing is halted. */
async function settled(order: Order): Promise<void> {
  expect(await tron.world.status(order)).toBe(COMPLETED);
  expect(await tron.difference('TRON/USDT')).toBe(0n);
  expect(await tron.difference('TRON/TRX')).toBe(0n);
  expect(await tron.world.rows('SELECT asset_id, reason FROM halt')).toEqual([]);
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

it('TRX to ether: a fork before it is solidified undoes what was seen, and it counts when it comes again', async () => {
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
});
