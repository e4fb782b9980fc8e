import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import type { Chain } from '../../chains/chain.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';
import { askToCancel } from './cancelled-payments.ts';

let world: World;
let chains: Chain[];
beforeAll(async () => {
  world = await openWorld();
  chains = world.chains;
});
afterEach(async () => {
  world.chains = chains;
  await world.settle();
  expect(await wrongsOf(world)).toEqual([]);
});
afterAll(() => world.close());

const toBitcoin = {
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  from_quantity: 2,
  to_address: [0.6, 0.4].map((to_ratio) => ({
    to_chain: 'Bitcoin',
    to_abbr: 'BTC',
    to_address: RECEIVER.Bitcoin,
    to_ratio,
  })),
};

interface Payment {
  id: number;
  txid: string;
  bytes: Buffer;
  state: string;
  purpose: string;
}

/** All attempts of a payment, oldest first. */
const attempts = (paymentId: number) =>
  world.rows<Payment>(
    `SELECT a.id, a.txid, a.bytes, a.state, CASE WHEN a.is_cancel THEN 'cancel' ELSE p.purpose END AS purpose
       FROM attempt a JOIN payment p ON p.id = a.payment_id WHERE p.id = $1 ORDER BY a.id`,
    [paymentId],
  );
const payoutsOf = (orderId: number) =>
  world.rows<{ state: string; payment_id: number | null }>(
    'SELECT state, payment_id FROM payout WHERE order_id = $1 ORDER BY id',
    [orderId],
  );

describe.each([
  ['a chain of coins', 'Bitcoin', 'BTC', RECEIVER.Bitcoin, toBitcoin],
  ['a chain of accounts', 'Ethereum', 'ETH', RECEIVER.Ethereum, {}],
])('a payment on %s that an operator cancels', (_, chain, abbr, receiver, wish) => {
  const from = chain === 'Bitcoin' ? 'Ethereum' : 'Bitcoin';
  const received = () => world.received(receiver, `${chain}/${abbr}`);

  /** An order whose payment waits for a block. */
  async function sent() {
    const order = await world.place(wish);
    await world.pay(order);
    await world.mine(3, from);
    await world.round();
    await world.round();
    const [payout] = await payoutsOf(order.id);
    const paymentId = payout?.payment_id as number;
    return { order, paymentId, before: await received() };
  }

  async function cancelled() {
    const paid = await sent();
    expect(await askToCancel(world.database, paid.paymentId, world.now)).toBe('asked');
    await world.round();
    await world.round();
    return paid;
  }

  async function owed(orderId: number): Promise<bigint> {
    const [row] = await world.rows<{ units: string }>(
      'SELECT sum(units)::text AS units FROM payout WHERE order_id = $1',
      [orderId],
    );
    return BigInt(row?.units ?? 0);
  }

  it('gives way to one that spends the same and pays nobody; the order is frozen when that is final', async () => {
    const { order, paymentId, before } = await cancelled();
    const [first, cancel, ...more] = await attempts(paymentId);
    expect(more).toEqual([]);
    expect([first?.purpose, cancel?.purpose]).toEqual(['payouts', 'cancel']);
    const waiting = (await world.network(chain).network.mempool()).map(({ txid }) => txid);
    expect(waiting).toContain(cancel?.txid);
    expect(waiting).not.toContain(first?.txid);
    // Receivers are told of what pays them, not of what does not.
    const told = await world.rows<{ txid: string }>(
      "SELECT DISTINCT txid FROM order_event WHERE order_id = $1 AND type = 'payout.sent'",
      [order.id],
    );
    expect(told).toEqual([{ txid: first?.txid }]);
    // In a block, but not for good: nothing is decided yet.
    await world.mine(1, chain);
    await world.round();
    expect(await world.status(order)).toBe(3);
    await world.pass(3);
    expect(await world.status(order)).toBe(7);
    expect(await world.freezeReason(order)).toBe('OPERATOR');
    expect((await attempts(paymentId)).map(({ state }) => state)).toEqual(['replaced', 'confirmed']);
    expect((await world.shown(order)).output).toEqual([]);
    expect((await world.shown(order)).children.every(({ status }) => status === 1)).toBe(true);
    await world.settle();
    expect(await received()).toBe(before);
  });

  it('is paid anew when the operator says so, once', async () => {
    const { order, paymentId, before } = await cancelled();
    await world.pass(3);
    expect(await resolveByOperator(world.database, order.id, 'exchange', null)).toBe('resolved');
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await received()).toBe(before + (await owed(order.id)));
    expect((await payoutsOf(order.id)).every(({ payment_id }) => payment_id !== paymentId)).toBe(true);
  });

  it('counts as paid if a block takes it all the same, and is not cancelled later', async () => {
    const { order, paymentId, before } = await cancelled();
    const [first, cancel] = await attempts(paymentId);
    const { network } = world.network(chain);
    await network.drop(cancel?.txid as string);
    await network.submit(first?.bytes as Buffer);
    await world.mine(1, chain);
    await world.pass(3);
    expect(await world.status(order)).toBe(4);
    expect(await received()).toBe(before + (await owed(order.id)));
    expect((await attempts(paymentId)).map(({ state }) => state)).toEqual(['confirmed', 'replaced']);
    expect(await askToCancel(world.database, paymentId, world.now)).toBe('in a block');
  });

  it('stays cancelled when no block takes that either: it gets dearer, and pays nobody', async () => {
    const { paymentId, before } = await cancelled();
    world.now += 601;
    await world.round();
    await world.round();
    expect((await attempts(paymentId)).map(({ purpose }) => purpose)).toEqual([
      'payouts',
      'cancel',
      'cancel',
    ]);
    await world.pass(3);
    expect(await received()).toBe(before);
  });

  it.runIf(IS_LONG)('may be cancelled before the network ever had it, and once', async () => {
    const down = (real: Chain): Partial<Chain> => ({
      broadcast: () => Promise.reject(new Error(`${real.name} is down`)),
    });
    world.chains = chains.map((each) =>
      each.name === chain ? Object.assign(Object.create(each), down(each)) : each,
    );
    const { order, paymentId, before } = await sent();
    expect((await attempts(paymentId)).map(({ state }) => state)).toEqual(['signed']);
    expect(await askToCancel(world.database, paymentId, world.now)).toBe('asked');
    expect(await askToCancel(world.database, paymentId, world.now)).toBe('cancelled already');
    world.chains = chains;
    await world.round();
    await world.pass(4);
    expect(await world.status(order)).toBe(7);
    expect(await received()).toBe(before);
  });

  it.runIf(IS_LONG)(
    'that the network never had gets dearer as well, when no block takes its cancel',
    async () => {
      world.chains = chains.map((each) =>
        each.name === chain
          ? Object.assign(Object.create(each), { broadcast: () => Promise.reject(new Error('it is down')) })
          : each,
      );
      const { paymentId, before } = await sent();
      expect(await askToCancel(world.database, paymentId, world.now)).toBe('asked');
      world.chains = chains;
      await world.round();
      await world.round();
      expect((await attempts(paymentId)).map(({ state }) => state)).toEqual(['signed', 'sent']);
      world.now += 601;
      await world.round();
      await world.round();
      expect((await attempts(paymentId)).map(({ purpose }) => purpose)).toEqual([
        'payouts',
        'cancel',
        'cancel',
      ]);
      await world.pass(3);
      expect(await received()).toBe(before);
    },
  );

  /** One that the network has, and a dearer one that was stored in its place; it is as dear as may be. */
  async function replacedHere() {
    const real = chains.find(({ name }) => name === chain) as Chain;
    const paid = await sent();
    const [row] = await world.rows<{ rate: string }>(
      'SELECT fee_rate::text AS rate FROM attempt WHERE id = $1',
      [paid.paymentId],
    );
    const rate = BigInt(row?.rate ?? 0);
    const dear = Object.assign(Object.create(real), {
      feeRate: async () => ({ now: rate, most: (rate * 5n) / 4n + 1n }),
      broadcast: () => Promise.reject(new Error(`${real.name} is down`)),
    });
    world.chains = chains.map((each) => (each === real ? dear : each));
    world.now += 601;
    await world.round();
    await world.round();
    expect((await attempts(paid.paymentId)).map(({ state }) => state)).toEqual(['sent', 'signed']);
    dear.broadcast = real.broadcast.bind(real);
    return paid;
  }

  it.runIf(IS_LONG)(
    'goes on being sent where it can get no dearer, whatever was stored in its place',
    async () => {
      const { order, paymentId } = await replacedHere();
      const { network } = world.network(chain);
      expect(await askToCancel(world.database, paymentId, world.now)).toBe('asked');
      const [first] = await attempts(paymentId);
      await network.drop(first?.txid as string);
      world.now += 61;
      await world.round();
      expect((await attempts(paymentId)).map(({ purpose }) => purpose)).toEqual(['payouts', 'payouts']);
      expect((await network.mempool()).map(({ txid }) => txid)).toContain(first?.txid);
      await world.pass(4);
      expect(await world.status(order)).toBe(4);
    },
  );

  it.runIf(IS_LONG)('need not be dearer than what the network was never given', async () => {
    const { order, paymentId, before } = await replacedHere();
    // It ended between storing and sending.
    await world.rows('UPDATE attempt SET sent_at = 0, tries = 0 WHERE payment_id = $1 AND number > 1', [
      paymentId,
    ]);
    expect(await askToCancel(world.database, paymentId, world.now)).toBe('asked');
    await world.round();
    await world.round();
    expect((await attempts(paymentId)).map(({ purpose }) => purpose)).toEqual([
      'payouts',
      'payouts',
      'cancel',
    ]);
    await world.pass(4);
    expect(await world.status(order)).toBe(7);
    expect(await received()).toBe(before);
  });

  it.runIf(IS_LONG)(
    'is not paid anew while a reorganisation has undone its cancel, and pays itself if it is mined then',
    async () => {
      const { order, paymentId, before } = await cancelled();
      await world.pass(3);
      const { network } = world.network(chain);
      // Deeper than anything that counts.
      await network.reorganize(5, world.now);
      await world.round();
      expect(await resolveByOperator(world.database, order.id, 'exchange', null)).toBe('resolved');
      await world.round();
      const [first, cancel] = await attempts(paymentId);
      expect(cancel?.state).toBe('sent');
      await network.drop(cancel?.txid as string);
      await network.submit(first?.bytes as Buffer);
      await world.settle();
      expect(await world.status(order)).toBe(4);
      expect(await received()).toBe(before + (await owed(order.id)));
      expect(await payoutsOf(order.id)).toEqual(
        (await payoutsOf(order.id)).map(() => ({ state: 'confirmed', payment_id: paymentId })),
      );
    },
  );

  it.runIf(IS_LONG)(
    'of an order that was completed before a reorganisation undid it makes that wait for an operator, and is paid anew',
    async () => {
      const { order, paymentId, before } = await sent();
      await world.settle();
      expect(await world.status(order)).toBe(4);
      const { network } = world.network(chain);
      // Deeper than anything that counts; and nobody mines it again.
      await network.reorganize(8, world.now);
      const [first] = await attempts(paymentId);
      await network.drop(first?.txid as string);
      await world.round();
      expect(await askToCancel(world.database, paymentId, world.now)).toBe('asked');
      await world.round();
      await world.settle();
      expect(await world.shown(order)).toMatchObject({ status: 7, finish_at: 0 });
      expect(await world.freezeReason(order)).toBe('OPERATOR');
      expect(await received()).toBe(before);
      expect(await resolveByOperator(world.database, order.id, 'exchange', null)).toBe('resolved');
      await world.settle();
      expect(await world.status(order)).toBe(4);
      expect(await received()).toBe(before + (await owed(order.id)));
    },
  );

  it('that was to be paid anew is paid by the first, if a reorganisation brings that back before the second is signed', async () => {
    const { order, paymentId, before } = await cancelled();
    await world.pass(3);
    // Payouts wait for the wallet.
    world.chains = chains.map((each) =>
      each.name === chain
        ? Object.assign(Object.create(each), {
            sign: () => Promise.reject(new Error('nobody signs')),
          } satisfies Partial<Chain>)
        : each,
    );
    expect(await resolveByOperator(world.database, order.id, 'exchange', null)).toBe('resolved');
    await world.round().catch(() => undefined);
    expect((await payoutsOf(order.id)).every(({ state }) => state === 'ready')).toBe(true);
    const { network } = world.network(chain);
    await network.reorganize(5, world.now);
    await world.round().catch(() => undefined);
    world.chains = chains;
    await world.round();
    // Nothing is signed as long as the cancel is not final.
    expect((await payoutsOf(order.id)).every(({ state }) => state === 'ready')).toBe(true);
    const [first, cancel] = await attempts(paymentId);
    await network.drop(cancel?.txid as string);
    await network.submit(first?.bytes as Buffer);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await received()).toBe(before + (await owed(order.id)));
  });
});

describe('on a chain of coins', () => {
  it.runIf(IS_LONG)(
    'what is paid anew spends a coin of the cancel, so that no chain can hold both',
    async () => {
      const order = await world.place(toBitcoin);
      await world.pay(order);
      await world.mine(3, 'Ethereum');
      await world.round();
      await world.round();
      const [payout] = await payoutsOf(order.id);
      await askToCancel(world.database, payout?.payment_id as number, world.now);
      await world.round();
      await world.round();
      await world.pass(3);
      const [, cancel] = await attempts(payout?.payment_id as number);
      // Nobody else gets these coins meanwhile.
      const other = await world.place(toBitcoin);
      await world.pay(other);
      await world.settle();
      await resolveByOperator(world.database, order.id, 'exchange', null);
      await world.round();
      await world.round();
      const spends = async (orderId: number) =>
        (
          await world.rows<{ spend: string }>(
            `SELECT DISTINCT s.spend FROM payment_spend s JOIN payout o ON o.payment_id = s.payment_id
            WHERE o.order_id = $1 ORDER BY s.spend`,
            [orderId],
          )
        ).map(({ spend }) => spend);
      const own = [`${cancel?.txid}:0`, `${cancel?.txid}:1`];
      expect(await spends(order.id)).toEqual(expect.arrayContaining(own));
      expect(await spends(other.id)).not.toEqual(expect.arrayContaining([own[0]]));
      await world.settle();
      expect(await world.status(order)).toBe(4);
    },
  );
});

describe('what cannot be cancelled', () => {
  it('is unknown', async () => {
    expect(await askToCancel(world.database, 999_999, world.now)).toBe('unknown');
  });

  it('is in a block', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.settle();
    const [payout] = await payoutsOf(order.id);
    expect(await askToCancel(world.database, payout?.payment_id as number, world.now)).toBe('in a block');
  });
});
