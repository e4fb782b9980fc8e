import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Chain, Unpayable } from '../../chains/chain.ts';
import { cancelOrder } from '../../orders/cancel.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { resolveOrder } from '../../orders/resolve.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import { readUnpaid } from '../../signer/unpaid-payouts.ts';
import { nothingPasses } from '../payments/signed-before.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import { RECEIVER, REFUND, type World } from '../testing/world.ts';

/** What was decided about an order before its store went back cannot be decided otherwise: somebody has been paid. */

let desk: RecordedDesk;
let world: World;

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
});
afterEach(() => desk.close());

const asksFor = async (order: Order, action: 'exchange' | 'refund') =>
  resolveOrder(
    world.database,
    await world.order(order),
    { action, refund_address: action === 'refund' ? REFUND.Bitcoin : '' },
    world.market(),
    'test',
  );
const decides = (order: Order, action: 'exchange' | 'refund') =>
  resolveByOperator(world.database, order.id, action, action === 'refund' ? REFUND.Bitcoin : null);

it('one that was exchanged while the treasury had enough is exchanged, however little it has now', async () => {
  const order = await desk.paid();
  const copy = await copyStore(world.database);
  await desk.goOn();
  const once = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
  // It would have to pay more than there is.
  world.prices = { ...world.prices, ETH: '1' };
  await copy.restore();
  await desk.startAnew();
  await desk.goOn();
  expect([await desk.isHeld(), await world.status(order)]).toEqual([false, 4]);
  expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(once);
  expect(await wrongsOf(world)).toEqual([]);
});

it('one that was exchanged, and is frozen by the prices of now, is exchanged and not given back', async () => {
  const prices = { ...world.prices };
  const order = await desk.paid();
  const copy = await copyStore(world.database);
  await desk.goOn();
  expect(await world.status(order)).toBe(4);
  const once = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
  world.prices = { ...prices, ETH: '1000000000000' };
  await copy.restore();
  await desk.startAnew();
  await desk.goOn(4);
  expect([await world.status(order), await world.freezeReason(order)]).toEqual([7, 'LIMIT']);
  await expect(asksFor(order, 'refund')).rejects.toThrow('server is busy');
  expect(await decides(order, 'refund')).toBe('already exchanged');
  // As if somebody had asked for it before the store knew what it had forgotten.
  await world.rows("UPDATE orders SET resolution = 'refund', refund_address = $2 WHERE id = $1", [
    order.id,
    REFUND.Bitcoin,
  ]);
  await desk.goOn(4);
  expect(await world.rows('SELECT 1 FROM payout')).toEqual([]);
  world.prices = prices;
  expect(await decides(order, 'exchange')).toBe('resolved');
  await desk.goOn();
  expect([await desk.isHeld(), await world.status(order)]).toEqual([false, 4]);
  expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(once);
  expect(await wrongsOf(world)).toEqual([]);
});

it('one of whose outputs was paid at other prices has the rest paid at those of now, and a signer lets it go', async () => {
  const order = await world.place({
    to_address: [
      { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum, to_ratio: 0.5 },
      { to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin, to_ratio: 0.5 },
    ],
  });
  const copy = await copyStore(world.database);
  await world.pay(order);
  const { chains } = world;
  world.chains = chains.map((chain) => (chain.name === 'Bitcoin' ? unpayable(chain) : chain));
  await desk.goOn();
  const once = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
  expect([await world.status(order), once > 0n]).toEqual([3, true]);
  // What was paid is worth twice as much now.
  world.prices = { ...world.prices, ETH: '8000' };
  await copy.restore();
  await desk.startAnew();
  await desk.goOn();
  // A signer in a process of its own asks for this; the one of this world does not.
  const unpaid = await readUnpaid(world.database, world.record as SigningRecord, {
    chainId: world.asset('Bitcoin/BTC').chain.id,
    addresses: [RECEIVER.Bitcoin],
    withdrawals: [],
    cold: null,
    hasPassed: nothingPasses,
  });
  expect(unpaid.map(({ name, isDue }) => [name, isDue])).toEqual([[`${order.no}/output/1`, true]]);
  world.chains = chains;
  // What could not be paid is put off for a while.
  world.now += 3_600;
  await desk.goOn();
  expect([await desk.isHeld(), await world.status(order)]).toEqual([false, 4]);
  expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(once);
  expect(await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC')).toBeGreaterThan(0n);
  expect(await wrongsOf(world)).toEqual([]);
});

/** A chain on which nothing is paid. */
const unpayable = (chain: Chain): Chain =>
  Object.assign(Object.create(chain), {
    async sign() {
      throw new Unpayable('nothing is paid here');
    },
  } satisfies Partial<Chain>);

it('one that was frozen and given back is not exchanged, even if it could be now', async () => {
  const prices = { ...world.prices };
  const order = await desk.paid();
  const copy = await copyStore(world.database);
  world.prices = { ...prices, ETH: '1' };
  await desk.goOn(4);
  expect(await world.status(order)).toBe(7);
  expect(await decides(order, 'refund')).toBe('resolved');
  await desk.goOn();
  expect(await world.status(order)).toBe(5);
  const once = await world.received(REFUND.Bitcoin, 'Bitcoin/BTC');
  world.prices = prices;
  await copy.restore();
  await desk.startAnew();
  await desk.goOn(4);
  expect(await world.status(order)).toBe(7);
  expect(await decides(order, 'exchange')).toBe('already refunded');
  expect(await decides(order, 'refund')).toBe('resolved');
  await desk.goOn();
  expect([await desk.isHeld(), await world.status(order)]).toEqual([false, 5]);
  expect(await world.received(REFUND.Bitcoin, 'Bitcoin/BTC')).toBe(once);
  expect(await wrongsOf(world)).toEqual([]);
});

it('one that was exchanged, and of which surplus was given back, does both again from what came together', async () => {
  const order = await world.place({ refund_address: REFUND.Bitcoin });
  const copy = await copyStore(world.database);
  await world.pay(order);
  await desk.goOn();
  expect(await world.status(order)).toBe(4);
  await world.pay(order, '0.01');
  await desk.goOn();
  const received = () =>
    Promise.all([
      world.received(RECEIVER.Ethereum, 'Ethereum/ETH'),
      world.received(REFUND.Bitcoin, 'Bitcoin/BTC'),
    ]);
  const once = await received();
  expect(once.every((units) => units > 0n)).toBe(true);
  await copy.restore();
  await desk.startAnew();
  await desk.goOn(20);
  expect([await desk.isHeld(), await world.status(order)]).toEqual([false, 4]);
  expect(await received()).toEqual(once);
  expect(await wrongsOf(world)).toEqual([]);
});

it('while the desk is held, nobody cancels what may have been paid', async () => {
  const order = await world.place();
  const copy = await copyStore(world.database);
  await world.pay(order);
  await desk.goOn();
  await copy.restore();
  await desk.startAnew();
  await expect(cancelOrder(world.database, await world.order(order), world.now)).rejects.toThrow(
    'server is busy',
  );
});
