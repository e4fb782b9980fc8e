import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import type { Order } from '../../orders/order.ts';
import { SigningRecord } from '../../record/signing-record.ts';
import { settleLost } from '../payments/adopt.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk, TO_BITCOIN } from '../testing/recorded-desk.ts';
import { RECEIVER, type World } from '../testing/world.ts';
import { RecordKeeper } from './keep-record.ts';
import { type LostPayment, lostPayments } from './lost-payments.ts';

/** The same bytes are signed twice: dropped the one time, as the store refused them, and sent the other. */

let desk: RecordedDesk;
let world: World;
let folder: string;
/** The record of the second machine. */
let other: SigningRecord;
beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-other-record-'));
  other = await SigningRecord.open(folder);
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  await other.close();
  await desk.close();
  await rm(folder, { recursive: true });
});

/** An order whose payout waits to be signed. */
async function ready(): Promise<Order> {
  const order = await desk.paid(TO_BITCOIN);
  await world.round(['Ethereum']);
  await world.mine(3, 'Ethereum');
  for (let n = 0; n < 2; n++) await world.round(['Ethereum']);
  return order;
}

/** What is signed meanwhile the store refuses. */
async function refused(meanwhile: () => Promise<unknown> = () => world.round(['Bitcoin'])): Promise<void> {
  await world.database.query('ALTER TABLE payment ADD CONSTRAINT refused CHECK (false) NOT VALID');
  await meanwhile().catch(() => {});
  await world.database.query('ALTER TABLE payment DROP CONSTRAINT refused');
}

const keepOther = () =>
  new RecordKeeper({
    database: world.database,
    record: other,
    clock: () => world.now,
    warn: () => {},
  }).keep();

it('what one machine dropped and another sent is lost when the store goes back, and is found', async () => {
  const order = await ready();
  await refused();
  const copy = await copyStore(world.database);
  const own = world.record as SigningRecord;
  world.record = other;
  await world.round(['Bitcoin']);
  const [sent] = await other.between(0, 1);
  expect([own.isDropped(sent!), other.isDropped(sent!)]).toEqual([true, false]);
  await copy.restore();
  world.record = own;
  await desk.startAnew();
  await keepOther();
  expect((await lostPayments(world.database, null)).map(({ payment }) => payment.txid)).toEqual([sent?.txid]);
  await desk.goOn();
  expect(await world.rows('SELECT txid FROM attempt')).toEqual([{ txid: sent?.txid }]);
  expect(await world.status(order)).toBe(4);
  const [owed] = await world.rows<{ units: string }>('SELECT units::text FROM payout');
  expect(await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC')).toBe(BigInt(owed?.units as string));
});

it('what was sent before the store went back is not dropped because that refuses it when it is signed once more', async () => {
  const order = await ready();
  const copy = await copyStore(world.database);
  await world.round(['Bitcoin']);
  await copy.restore();
  await desk.startAnew();
  const [lost] = (await lostPayments(world.database, null)) as [LostPayment];
  // Its network does not know it any more: an operator sets it aside, and somebody may have its bytes still.
  const { payment } = lost;
  expect(await world.network('Bitcoin').network.drop(payment.txid)).toBe(true);
  const bitcoin = world.chains.find(({ name }) => name === 'Bitcoin') as Chain;
  expect(await settleLost(world.database, bitcoin, payment, world.now)).toBe('set aside');
  await refused(() => desk.goOn());
  expect([await desk.isHeld(), world.record?.isDropped(payment)]).toEqual([false, false]);
  await desk.goOn();
  expect(await world.status(order)).toBe(4);
});
