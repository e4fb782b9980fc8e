import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listQuarantined, releaseDeposit } from '../../acts/release-deposit.ts';
import { NotEnough } from '../../chains/chain.ts';
import { failTransaction } from '../../chains/sim/fail-transaction.ts';
import type { SimAccountChain } from '../../chains/sim/sim-account-chain.ts';
import { SimNetwork } from '../../chains/sim/sim-network.ts';
import { freeTreasury } from '../../ledger/treasury.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { CLEAR } from '../../screening/screen.ts';
import { transaction } from '../../store/transaction.ts';
import { resumeSigning, stopSigning } from '../hold/signing-switch.ts';
import { askToCancel } from '../payments/cancelled-payments.ts';
import { payeesOf } from '../payments/replace.ts';
import { wrongsOf } from '../testing/books.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';

/** What screening stopped on an address of an account goes back from there, and nothing else does. */

let world: World;
let ethereum: SimNetwork;

beforeEach(async () => {
  world = await openWorld();
  world.isScreened = true;
  const chain = sweepingEthereum(world);
  ethereum = new SimNetwork(world.database, chain.id, true);
  world.chains = world.chains.map((each) => (each.name === 'Ethereum' ? chain : each));
});
afterEach(() => world.close());

/** An order whose sender is found, and that is to be given back: 2 ETH, or so much of something else. */
async function stop(abbr = 'ETH', quantity = 2, more?: string): Promise<{ order: Order; txid: string }> {
  const order = await world.place({
    from_chain: 'Ethereum',
    from_abbr: abbr,
    from_quantity: quantity,
    refund_address: REFUND.Ethereum,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  const txid = await world.pay(order);
  if (more !== undefined) await world.pay(order, more);
  world.screen = async ({ address }) => (address === 'faucet' ? { isHit: true, detail: 'a list' } : CLEAR);
  await world.settle();
  expect([await world.status(order), await world.freezeReason(order)]).toEqual([7, 'SCREENING']);
  world.screen = async () => CLEAR;
  await world.rows('DELETE FROM screening');
  return { order, txid };
}

const refund = ({ id }: Order) => resolveByOperator(world.database, id, 'refund', null);

interface Paid {
  readonly purpose: string;
  readonly source: string;
  readonly state: string;
  readonly txid: string;
  readonly is_cancel: boolean;
}

const payments = (address: string) =>
  world.rows<Paid>(
    `SELECT p.purpose, p.source, a.state, a.txid, a.is_cancel FROM attempt a JOIN payment p ON p.id = a.payment_id
      WHERE p.source = $1 OR p.payee = $1 ORDER BY a.id`,
    [address],
  );

/** By what the refund of an order was paid. */
const paidFrom = async ({ id }: Order) =>
  world.rows<{ source: string; state: string }>(
    'SELECT p.source, o.state FROM payout o LEFT JOIN payment p ON p.id = o.payment_id WHERE o.order_id = $1',
    [id],
  );

async function pass(blocks: number): Promise<void> {
  for (let n = 0; n < blocks; n++) {
    await ethereum.mine(world.now);
    await world.round();
    await world.round();
  }
}

async function release(): Promise<void> {
  const [kept] = await listQuarantined(world.database);
  await transaction(world.database, (client) => releaseDeposit(client, kept?.id ?? 0, 'checked'));
}

describe('the refund of what screening stopped on an address of an account', () => {
  it('is paid by that address, without a unit of the treasury, and without mixing it with anything', async () => {
    const { order } = await stop();
    const free = (await freeTreasury(world.database)).get(world.asset('Ethereum/ETH').id);
    await refund(order);
    await world.settle();
    expect(await world.status(order)).toBe(5);
    expect(await paidFrom(order)).toEqual([{ source: order.address, state: 'confirmed' }]);
    expect(await payments(order.address)).toMatchObject([{ purpose: 'payouts' }]);
    expect((await freeTreasury(world.database)).get(world.asset('Ethereum/ETH').id)).toBe(free);
    expect(await world.rows('SELECT 1 FROM coin WHERE address = $1', [order.address])).toEqual([]);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('of a token gets fuel from the treasury, and nothing more', async () => {
    const { order } = await stop('USDT', 5_000);
    await refund(order);
    await world.settle();
    await world.settle();
    expect(await world.status(order)).toBe(5);
    const made = await payments(order.address);
    expect(made.map(({ purpose }) => purpose).slice(0, 2)).toEqual(['top-up', 'payouts']);
    expect(await paidFrom(order)).toEqual([{ source: order.address, state: 'confirmed' }]);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('of a token leaves what was charged for it, which is brought in once somebody releases it', async () => {
    const { id } = world.asset('Ethereum/USDT');
    const lies = () => ethereum.heldBy([order.address], id);
    const { order } = await stop('USDT', 5_000);
    const came = await lies();
    const free = (await freeTreasury(world.database)).get(id);
    await refund(order);
    for (let n = 0; n < 3; n++) await world.settle();
    const charged = await lies();
    const coins = () =>
      world.rows<{ units: string }>('SELECT units::text FROM coin WHERE address = $1', [order.address]);
    expect(await coins()).toEqual([{ units: String(charged) }]);
    expect(charged > 0n && charged < came).toBe(true);
    expect((await freeTreasury(world.database)).get(id)).toBe(free);

    // A block that is gone brings all of it back, and it goes away as before.
    await ethereum.reorganize(30, world.now);
    await world.round();
    expect(await coins()).not.toEqual([{ units: String(charged) }]);
    for (let n = 0; n < 3; n++) await world.settle();
    expect(await coins()).toEqual([{ units: String(charged) }]);

    // By itself it is not worth the fee.
    await release();
    await world.pay(order, '3000', 'Ethereum/USDT');
    for (let n = 0; n < 3; n++) await world.settle();
    expect([await lies(), await coins()]).toEqual([0n, []]);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('takes nothing that others sent there, and leaves them what they sent', async () => {
    const { order } = await stop();
    await world.pay(order, '1');
    await world.pay(order, '3000', 'Ethereum/USDT');
    await pass(3);
    await refund(order);
    for (let n = 0; n < 3; n++) await world.settle();
    expect(await world.status(order)).toBe(5);
    const refunds = await paidFrom(order);
    expect(refunds).toContainEqual({ source: order.address, state: 'confirmed' });
    expect(new Set(refunds.map(({ state }) => state))).toEqual(new Set(['confirmed']));
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('keeps no other refund of its address waiting if it cannot be signed', async () => {
    const { order } = await stop('ETH', 2, '1');
    const [chain] = world.chains.filter(({ name }) => name === 'Ethereum') as [SimAccountChain];
    const sign: SimAccountChain['sign'] = async (request) => {
      if ((request.payees[0]?.units ?? 0n) > 15n * 10n ** 17n) throw new NotEnough('test');
      return chain.sign(request);
    };
    const poor: SimAccountChain = Object.assign(Object.create(chain), { sign });
    world.chains = world.chains.map((each) => (each === chain ? poor : each));
    await refund(order);
    for (let n = 0; n < 3; n++) await world.settle();
    const states = (await paidFrom(order)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['confirmed', 'ready']);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('is paid once by the address or once by the treasury, whenever somebody releases it', async () => {
    const [early, late] = [await stop(), await stop()];
    await refund(early.order);
    await release();
    await world.settle();
    expect(await paidFrom(early.order)).toMatchObject([{ source: world.network('Ethereum').treasury }]);
    await refund(late.order);
    await world.round();
    await world.round();
    expect(await paidFrom(late.order)).toEqual([{ source: late.order.address, state: 'signed' }]);
    await release();
    await world.settle();
    await world.settle();
    expect(await paidFrom(late.order)).toEqual([{ source: late.order.address, state: 'confirmed' }]);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('is not cancelled, and is made anew from there if it came to nothing', async () => {
    const { order } = await stop();
    await refund(order);
    await world.round();
    await world.round();
    const [first] = await world.rows<{ id: number; txid: string }>(
      'SELECT a.id, a.txid FROM attempt a JOIN payment p ON p.id = a.payment_id WHERE p.source = $1',
      [order.address],
    );
    expect(await askToCancel(world.database, first?.id as number, world.now)).toBe('kept apart');
    const native = world.asset('Ethereum/ETH').id;
    expect(await failTransaction(ethereum, first?.txid as string, native)).toBe(true);
    await world.settle();
    expect(await paidFrom(order)).toMatchObject([{ state: 'failed' }]);
    await refund(order);
    for (let n = 0; n < 3; n++) await world.settle();
    expect(await world.status(order)).toBe(5);
    // What the first one cost is not there any more: the treasury gives the fee.
    expect((await payments(order.address)).slice(0, 3)).toMatchObject([
      { purpose: 'payouts', state: 'confirmed' },
      { purpose: 'top-up', state: 'confirmed' },
      { purpose: 'payouts', state: 'confirmed' },
    ]);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('is not free while it lies there, and neither is what is not worth its refund', async () => {
    const { id } = world.asset('Ethereum/ETH');
    const free = async () => (await freeTreasury(world.database)).get(id) as bigint;
    const before = await free();
    const { order } = await stop('ETH', 2, '0.000001');
    expect(await free()).toBe(before);
    await refund(order);
    await world.settle();
    expect(await world.status(order)).toBe(5);
    expect(await free()).toBe(before);
    expect(await listQuarantined(world.database)).toHaveLength(2);
    for (const { id } of await listQuarantined(world.database))
      await transaction(world.database, (client) => releaseDeposit(client, id, 'checked'));
    expect(await free()).toBe(before + 10n ** 12n);
    expect(await wrongsOf(world)).toEqual([]);
  });
});

describe('a stopped deposit that a reorganisation takes away', () => {
  it('takes its refund with it, which is sent again when it is back', async () => {
    const { order, txid } = await stop();
    await refund(order);
    await world.round();
    await world.round();
    expect(await payments(order.address)).toMatchObject([{ state: 'sent' }]);
    await ethereum.reorganize(6, world.now);
    await ethereum.drop(txid);
    await pass(2);
    expect(await payments(order.address)).toMatchObject([{ state: 'gone' }]);
    await world.rows("UPDATE sim_tx SET state = 'waiting' WHERE txid = $1", [txid]);
    await pass(8);
    expect(await payments(order.address)).toMatchObject([{ state: 'confirmed' }]);
    expect(await world.status(order)).toBe(5);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('is not made up for by the treasury: it gives no fuel while what goes back is in no block', async () => {
    const { order } = await stop();
    await refund(order);
    await world.round();
    await world.round();
    await ethereum.reorganize(6, world.now);
    world.now += 601;
    for (let n = 0; n < 3; n++) await world.round();
    expect(await world.rows('SELECT state FROM deposit WHERE order_id = $1', [order.id])).toEqual([
      { state: 'seen' },
    ]);
    const made = await payments(order.address);
    expect(made.filter(({ purpose }) => purpose === 'top-up')).toEqual([]);
    await pass(12);
    expect(await world.status(order)).toBe(5);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('keeps what comes to its address later from nobody', async () => {
    const { order, txid } = await stop();
    await refund(order);
    await world.round();
    await world.round();
    await ethereum.reorganize(6, world.now);
    await ethereum.drop(txid);
    await pass(2);
    await world.pay(order, '5000', 'Ethereum/USDT');
    world.now += 601;
    await pass(16);
    const made = await payments(order.address);
    expect(made).toContainEqual(expect.objectContaining({ is_cancel: true, state: 'confirmed' }));
    expect(made).toContainEqual(expect.objectContaining({ purpose: 'sweep', state: 'confirmed' }));
    expect(await paidFrom(order)).toContainEqual(expect.objectContaining({ state: 'failed' }));
    expect(await wrongsOf(world)).toEqual([]);

    // What uses up the nonce of a sweep gets dearer by what its address has, not by what it pays itself: that is nothing.
    const [used] = await world.rows<{ id: number }>(
      "UPDATE payment SET payee = source, asset_id = $1, units = 0 WHERE purpose = 'sweep' RETURNING id",
      [world.asset('Ethereum/ETH').id],
    );
    expect(await payeesOf(world.database, used?.id as number)).toMatchObject([{ units: 0n, paysFee: false }]);
  });

  it('is not paid from what comes later, though signing stops before its nonce is used up', async () => {
    const { order, txid } = await stop();
    await refund(order);
    await world.round();
    await world.round();
    await ethereum.reorganize(6, world.now);
    await ethereum.drop(txid);
    await pass(2);
    await world.pay(order, '5000', 'Ethereum/USDT');
    world.now += 601;
    const cancels = async () => (await payments(order.address)).filter(({ is_cancel }) => is_cancel);
    for (let n = 0; n < 16 && (await cancels()).length === 0; n++) {
      await ethereum.mine(world.now);
      await world.round();
    }
    const [cancel] = await cancels();
    // As if it had been stopped a moment earlier: the network has neither of them.
    await ethereum.drop(cancel?.txid ?? '');
    await world.rows("UPDATE attempt SET state = 'signed', sent_at = 0, tries = 0 WHERE is_cancel");
    await stopSigning(world.database, 'test', world.now);
    world.now += 31;
    await world.round();
    const first = await world.rows(
      `SELECT a.state, a.tries, a.sent_at FROM attempt a JOIN payment p ON p.id = a.payment_id
        WHERE p.source = $1 AND p.purpose = 'payouts' AND NOT a.is_cancel`,
      [order.address],
    );
    expect(first).toEqual([{ state: 'sent', tries: 0, sent_at: 0 }]);
    await resumeSigning(world.database);
    await pass(16);
    expect(await cancels()).toMatchObject([{ state: 'confirmed' }]);
    expect(await wrongsOf(world)).toEqual([]);
  });
});
