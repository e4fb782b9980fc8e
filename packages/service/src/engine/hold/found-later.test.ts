import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../orders/order.ts';
import { SigningRecord } from '../../record/signing-record.ts';
import { AddressPool } from '../../wallet/address-pool.ts';
import { fillPool } from '../../wallet/fill-pool.ts';
import { clearHalt } from '../books/halts.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';
import { readHold } from './hold.ts';
import { RecordKeeper } from './keep-record.ts';

/** What a store that has gone back learns only later: refunds, blocks that were followed too early, a promotion. */

const TO_BITCOIN = {
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  from_quantity: 2,
  to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
};

let world: World;
let folder: string;
let keeper: RecordKeeper;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-restored-'));
  world = await openWorld();
  await startAnew();
});
afterEach(async () => {
  await world.record?.close();
  await world.close();
  await rm(folder, { recursive: true });
});

/** As a process does that starts: the record is opened and compared before anything else happens. */
async function startAnew(): Promise<void> {
  await world.record?.close();
  world.record = await SigningRecord.open(folder);
  keeper = new RecordKeeper({
    ...{ database: world.database, record: world.record, clock: () => world.now },
    warn: (_facts, message) => void world.warnings.push(message),
  });
  await keeper.start();
}

/** Time passes: every record is kept in step again and again. */
async function goOn(rounds = 10): Promise<void> {
  for (let n = 0; n < rounds; n++) {
    await world.pass(1);
    world.now += 20;
    await keeper.keep();
  }
}

async function paid(wish: object = {}): Promise<Order> {
  const order = await world.place(wish);
  await world.pay(order);
  return order;
}

const isHeld = async () => (await readHold(world.database)) !== null;

describe('a store that has gone back', () => {
  it('to before a refund: it is given back once, whatever it costs by now', async () => {
    const order = await world.place({
      ...{ exchange_mode: 'fixed', on_mismatch: 'refund', refund_address: REFUND.Bitcoin },
    });
    await world.pay(order, '0.04');
    const copy = await copyStore(world.database);
    await goOn();
    expect(await world.status(order)).toBe(5);
    const once = await world.received(REFUND.Bitcoin, 'Bitcoin/BTC');
    await copy.restore();
    await startAnew();
    await goOn();
    expect(await isHeld()).toBe(false);
    expect(await world.status(order)).toBe(5);
    expect(await world.received(REFUND.Bitcoin, 'Bitcoin/BTC')).toBe(once);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it.each([
    ['an account', {}, RECEIVER.Ethereum, 'Ethereum/ETH'],
    ['coins', TO_BITCOIN, RECEIVER.Bitcoin, 'Bitcoin/BTC'],
  ])(
    'and was followed before the record of who paid from %s is compared: it is understood later',
    async (_, wish, receiver, asset) => {
      const order = await paid(wish);
      const copy = await copyStore(world.database);
      await goOn();
      const once = await world.received(receiver, asset);
      await copy.restore();
      // As another machine does, whose record has nothing of it.
      const { record } = world;
      world.record = undefined;
      await world.pass(4);
      world.record = record;
      await startAnew();
      await goOn();
      expect(await isHeld()).toBe(false);
      expect(await world.status(order)).toBe(4);
      expect(await world.received(receiver, asset)).toBe(once);
      // The books differed until it was known: whether to pay out again is for an operator to say, and they agree now.
      await clearHalt(world.database, world.asset(asset).id);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );
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
    await keeper.keep();
    expect(await isHeld()).toBe(true);
    await fillPool(world.database, { bitcoin: (n) => `bitcoin-${n}` }, 300);
    await goOn(3);
    expect(await isHeld()).toBe(false);
    expect((await take(3)).filter((address) => before.includes(address))).toEqual([]);
  });
});
