import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { payFromFaucet } from '../../chains/sim/test-networks.ts';
import type { Order } from '../../orders/order.ts';
import { AddressPool } from '../../wallet/address-pool.ts';
import { fillPool } from '../../wallet/fill-pool.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk, TO_BITCOIN } from '../testing/recorded-desk.ts';
import { uncommitted } from '../testing/uncommitted.ts';
import { RECEIVER, type World } from '../testing/world.ts';
import { lostPayments } from './lost-payments.ts';

/** The store goes back to a copy, the chains do not: nobody is paid twice, and it goes on by itself where it can. */

let desk: RecordedDesk;
let world: World;

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
});
afterEach(() => desk.close());

const lost = () => lostPayments(world.database, null);

describe('a store that has gone back', () => {
  it.each([
    ['an account', {}, RECEIVER.Ethereum, 'Ethereum/ETH'],
    ['coins', TO_BITCOIN, RECEIVER.Bitcoin, 'Bitcoin/BTC'],
  ])(
    'to before a payout from %s: nobody is paid twice, and the order completes',
    async (_, wish, receiver, asset) => {
      const order = await desk.paid(wish);
      const copy = await copyStore(world.database);
      await desk.goOn();
      expect(await world.status(order)).toBe(4);
      const once = await world.received(receiver, asset);
      world.prices = { ...world.prices, BTC: '90000', ETH: '4400' };
      await copy.restore();
      await desk.startAnew();
      expect(await desk.isHeld()).toBe(true);
      await expect(new AddressPool(world.database, () => world.now).take('bitcoin')).rejects.toThrow(
        'server is busy',
      );
      await desk.goOn();
      expect(await desk.isHeld()).toBe(false);
      expect(await world.status(order)).toBe(4);
      expect(await world.received(receiver, asset)).toBe(once);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );

  it('of which an order is unknown: it is held until somebody decides, and the address is not given again', async () => {
    const copy = await copyStore(world.database);
    const order = await desk.paid(TO_BITCOIN);
    await desk.goOn();
    expect(await world.status(order)).toBe(4);
    await copy.restore();
    await desk.startAnew();
    await desk.goOn();
    expect(await desk.isHeld()).toBe(true);
    const [left] = await lost();
    expect(left?.obstacle).toBe(`the store has no payout ${order.no}/output/0`);
    const given = await world.rows<{ given: number }>("SELECT given FROM address_space WHERE name = 'evm'");
    expect(given[0]?.given).toBeGreaterThanOrEqual(world.record?.addressesUpTo('evm') as number);
  });

  it.runIf(IS_LONG)('and again while it is held: the hold does not end by that', async () => {
    const copy = await copyStore(world.database);
    await desk.paid(TO_BITCOIN);
    await desk.goOn();
    await copy.restore();
    await desk.startAnew();
    expect(await desk.isHeld()).toBe(true);
    await copy.restore();
    await desk.startAnew();
    expect(await desk.isHeld()).toBe(true);
  });

  it.runIf(IS_LONG)(
    'under a running engine: it is held at the next comparison, and its payouts are found again',
    async () => {
      const orders = [await desk.paid(), await desk.paid(TO_BITCOIN)];
      await world.round();
      await world.mine(3);
      await world.round();
      await desk.keeper.keep();
      const copy = await copyStore(world.database);
      await world.round();
      await world.round();
      await desk.keeper.keep();
      expect(await world.rows(`SELECT 1 FROM payment WHERE purpose = 'payouts'`)).not.toEqual([]);
      await copy.restore();
      await desk.keeper.keep();
      expect(await desk.isHeld()).toBe(true);
      await desk.goOn(12);
      expect(await desk.isHeld()).toBe(false);
      for (const order of orders) expect(await world.status(order)).toBe(4);
      expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(await owed(orders[0] as Order));
      expect(await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC')).toBe(await owed(orders[1] as Order));
      expect(await wrongsOf(world)).toEqual([]);
    },
  );

  it('that comes back from a copy made a moment ago needs no hold', async () => {
    await desk.startAnew();
    await desk.startAnew();
    expect(await desk.isHeld()).toBe(false);
  });
});

async function owed({ id }: Order): Promise<bigint> {
  const rows = await world.rows<{ units: string }>(
    'SELECT units::text FROM order_entry WHERE order_id = $1',
    [id],
  );
  return BigInt(rows[0]?.units ?? 0);
}

describe('deposit addresses', () => {
  const take = async (many: number) => {
    const pool = new AddressPool(world.database, () => world.now);
    return Promise.all(Array.from({ length: many }, async () => (await pool.take('bitcoin')).address));
  };

  it('are not given again by a store that has gone back: 600 of 600 were', async () => {
    const copy = await copyStore(world.database);
    await desk.startAnew();
    const before = await take(600);
    await copy.restore();
    await desk.startAnew();
    await expect(take(1)).rejects.toThrow('server is busy');
    await fillPool(world.database, { bitcoin: (n) => `bitcoin-${n}` }, 700);
    await desk.goOn(3);
    expect(await desk.isHeld()).toBe(false);
    const after = await take(600);
    expect(after.filter((address) => before.includes(address))).toEqual([]);
    expect(new Set([...before, ...after]).size).toBe(1_200);
  });

  it.runIf(IS_LONG)(
    'that may have been given are watched: what is paid to one becomes no order',
    async () => {
      await world.database.query("DELETE FROM deposit_address WHERE space = 'bitcoin' AND index >= 500");
      await world.database.query(
        "UPDATE address_space SET derived = 500, released = 500 WHERE name = 'bitcoin'",
      );
      const copy = await copyStore(world.database);
      await desk.startAnew();
      await fillPool(world.database, { bitcoin: (n) => `bitcoin-${n}` }, 900);
      await desk.keeper.keep();
      expect(world.record?.addressesUpTo('bitcoin')).toBeGreaterThanOrEqual(1_000);
      const { network } = world.network('Bitcoin');
      await payFromFaucet(network, {
        address: 'bitcoin-700',
        assetId: world.asset('Bitcoin/BTC').id,
        units: 70_000n,
      });
      await copy.restore();
      await desk.startAnew();
      await fillPool(world.database, { bitcoin: (n) => `bitcoin-${n}` }, 10);
      await desk.goOn(4);
      expect(
        await world.rows("SELECT order_id, units::text FROM deposit WHERE address = 'bitcoin-700'"),
      ).toEqual([{ order_id: null, units: '70000' }]);
    },
  );

  it('that a node holds are not given any more once the store may have gone back', async () => {
    let epoch = '';
    const pool = new AddressPool(
      world.database,
      () => world.now,
      () => epoch,
    );
    const before = await pool.take('bitcoin');
    epoch = 'a hold';
    const after = await pool.take('bitcoin');
    expect(Number(after.address.split('-')[1]) - Number(before.address.split('-')[1])).toBeGreaterThanOrEqual(
      250,
    );
  });

  it('are not given while the record has been silent for long: the store may be a copy', async () => {
    await take(1);
    world.now += 601;
    await expect(take(1)).rejects.toThrow('server is busy');
    await desk.keeper.keep();
    await take(1);
  });
});

describe('a crash between record and store', () => {
  it.each([
    ['an account', {}],
    ['coins', TO_BITCOIN],
  ])('loses nothing that was signed from %s, and pays it once', async (_, wish) => {
    const order = await desk.paid(wish);
    await world.round();
    await world.mine(3);
    await world.round();
    await uncommitted(world.database, () => world.round());
    const count = world.record?.count as number;
    expect(count).toBe(1);
    await desk.startAnew();
    expect(await desk.isHeld()).toBe(false);
    await desk.goOn();
    expect(await world.status(order)).toBe(4);
    expect(world.record?.count).toBe(count);
    expect(await wrongsOf(world)).toEqual([]);
  });
});
