import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { few } from '../../../../../test/support/volume.ts';
import { NotEnough } from '../../chains/chain.ts';
import { freezeOrder, resolveByOperator } from '../../orders/operate.ts';
import { transaction } from '../../store/transaction.ts';
import { AddressPool } from '../../wallet/address-pool.ts';
import { fillPool } from '../../wallet/fill-pool.ts';
import { clearHalt } from '../books/halts.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk, TO_BITCOIN } from '../testing/recorded-desk.ts';
import { RECEIVER, REFUND, type World } from '../testing/world.ts';

/** What a store that has gone back learns only later: refunds, blocks that were followed too early, a promotion. */

let desk: RecordedDesk;
let world: World;

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
});
afterEach(() => desk.close());

describe('a store that has gone back', () => {
  it('to before a refund: it is given back once, whatever it costs by now', async () => {
    const order = await world.place({
      exchange_mode: 'fixed',
      on_mismatch: 'refund',
      refund_address: REFUND.Bitcoin,
    });
    await world.pay(order, '0.04');
    const copy = await copyStore(world.database);
    await desk.goOn();
    expect(await world.status(order)).toBe(5);
    const once = await world.received(REFUND.Bitcoin, 'Bitcoin/BTC');
    await copy.restore();
    await desk.startAnew();
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    expect(await world.status(order)).toBe(5);
    expect(await world.received(REFUND.Bitcoin, 'Bitcoin/BTC')).toBe(once);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('to before a refund, and is to give back elsewhere by now: it was given back where it was to go then', async () => {
    const elsewhere = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx';
    const order = await world.place({ exchange_mode: 'fixed' });
    await world.pay(order, '0.04');
    await desk.goOn(4);
    expect(await world.status(order)).toBe(7);
    const copy = await copyStore(world.database);
    await resolveByOperator(world.database, order.id, 'refund', REFUND.Bitcoin);
    await desk.goOn();
    expect(await world.status(order)).toBe(5);
    const once = await world.received(REFUND.Bitcoin, 'Bitcoin/BTC');
    expect(once).toBeGreaterThan(0n);
    await copy.restore();
    await resolveByOperator(world.database, order.id, 'refund', elsewhere);
    await desk.startAnew();
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    expect(await world.status(order)).toBe(5);
    expect(await world.received(REFUND.Bitcoin, 'Bitcoin/BTC')).toBe(once);
    expect(await world.received(elsewhere, 'Bitcoin/BTC')).toBe(0n);
    expect(await world.rows('SELECT address, state FROM payout')).toEqual([
      { address: REFUND.Bitcoin, state: 'confirmed' },
    ]);
    expect(world.warnings).toContain(
      'a payout is not paid where somebody has sent it: a payment that the store had forgotten pays it elsewhere',
    );
    expect(await wrongsOf(world)).toEqual([]);
  });

  it.each(
    few(1, [
      ['an account', {}, RECEIVER.Ethereum, 'Ethereum/ETH'],
      ['coins', TO_BITCOIN, RECEIVER.Bitcoin, 'Bitcoin/BTC'],
    ] as const),
  )(
    'and was followed before the record of who paid from %s is compared: it is understood later',
    async (_, wish, receiver, asset) => {
      const order = await desk.paid(wish);
      const copy = await copyStore(world.database);
      await desk.goOn();
      const once = await world.received(receiver, asset);
      await copy.restore();
      // As another machine does, whose record has nothing of it.
      const { record } = world;
      world.record = undefined;
      await world.pass(4);
      world.record = record;
      await desk.startAnew();
      await desk.goOn();
      expect(await desk.isHeld()).toBe(false);
      expect(await world.status(order)).toBe(4);
      expect(await world.received(receiver, asset)).toBe(once);
      // The books differed until it was known: whether to pay out again is for an operator to say, and they agree now.
      await clearHalt(world.database, world.asset(asset).id);
      // What was unknown for a while is explained: nothing of the treasury is kept back for it.
      expect(await world.rows('SELECT asset_id FROM unexplained_units')).toEqual([]);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );
});

describe('an order that a store has gone back to', () => {
  it.each(
    few(1, [
      ['coins', TO_BITCOIN, RECEIVER.Bitcoin, 'Bitcoin/BTC'],
      ['an account', {}, RECEIVER.Ethereum, 'Ethereum/ETH'],
    ] as const),
  )(
    'and that is held by now: what the chain has of it, from %s, is its payment all the same',
    async (_, wish, receiver, asset) => {
      const order = await desk.paid(wish);
      const { chains } = world;
      const sign = () => Promise.reject(new NotEnough('a test'));
      world.chains = chains.map((chain) => Object.assign(Object.create(chain), { sign }));
      await desk.goOn(6);
      expect(await world.rows('SELECT state FROM payout')).toEqual([{ state: 'ready' }]);
      const copy = await copyStore(world.database);
      world.chains = chains;
      await desk.goOn();
      const once = await world.received(receiver, asset);
      expect(once).toBeGreaterThan(0n);
      await copy.restore();
      await transaction(world.database, (client) => freezeOrder(client, order.id, world.now));
      await desk.startAnew();
      await desk.goOn();
      expect(await desk.isHeld()).toBe(false);
      expect(await world.status(order)).toBe(7);
      await transaction(world.database, (client) => resolveByOperator(client, order.id, 'exchange', null));
      await desk.goOn();
      expect(await world.status(order)).toBe(4);
      expect(await world.received(receiver, asset)).toBe(once);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );
});

describe('a server that was just promoted', () => {
  it('decides nothing until the record was compared with it: what it lost may have been decided otherwise', async () => {
    const order = await desk.paid();
    await world.database.query("UPDATE signing_record SET timeline = '00000000'");
    await world.pass(4);
    expect(
      await world.rows("SELECT 1 FROM deposit WHERE order_id = $1 AND state = 'confirmed'", [order.id]),
    ).toHaveLength(1);
    expect(await world.status(order)).toBe(2);
    await desk.keeper.keep();
    expect(await desk.isHeld()).toBe(true);
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    expect(await world.status(order)).toBe(4);
    expect(await wrongsOf(world)).toEqual([]);
  });
});

describe('deposit addresses', () => {
  const take = async (many: number) => {
    const pool = new AddressPool(world.database, () => world.now);
    return Promise.all(Array.from({ length: many }, async () => (await pool.take('bitcoin')).address));
  };

  it('are not given by a server that was just promoted, until the record was compared with it', async () => {
    const copy = await copyStore(world.database);
    const before = await take(3);
    await copy.restore();
    await world.database.query("UPDATE signing_record SET timeline = '00000000'");
    await expect(take(1)).rejects.toThrow('server is busy');
    await desk.keeper.keep();
    expect(await desk.isHeld()).toBe(true);
    await fillPool(world.database, { bitcoin: (n) => `bitcoin-${n}` }, 300);
    await desk.goOn(3);
    expect(await desk.isHeld()).toBe(false);
    expect((await take(3)).filter((address) => before.includes(address))).toEqual([]);
  });
});
