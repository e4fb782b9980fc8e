import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXPIRES_S } from '../../chains/sim/sim-expiry-chain.ts';
import type { RecordedPayment } from '../../record/recorded-payment.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { deafen } from '../testing/deaf-chain.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import { RECEIVER, WITH_TRON, type Wish, type World } from '../testing/world.ts';
import { lostPayments, noteLost, setIdle } from './lost-payments.ts';

/** What the record has of attempts that expire, and the store lacks: what the chain has passed pays nobody, ever. */

const TO_TRON: Wish = {
  to_address: [{ to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON }],
};

let desk: RecordedDesk;
let world: World;
beforeEach(async () => {
  desk = await RecordedDesk.open(WITH_TRON);
  world = desk.world;
});
afterEach(() => desk.close());

const states = async () =>
  (
    await world.rows<{ state: string }>('SELECT state FROM attempt WHERE chain_id = $1 ORDER BY id', [
      world.asset('TRON/TRX').chain.id,
    ])
  ).map(({ state }) => state);
const received = () => world.received(RECEIVER.TRON, 'TRON/TRX');

async function expire(): Promise<void> {
  world.now += EXPIRES_S;
  for (let n = 0; n < 4; n++) {
    await world.mine(1, 'TRON');
    await world.round();
  }
}

describe('a store that has gone back', () => {
  it('to before an attempt that has expired, and the one that paid in its place: nobody is paid twice', async () => {
    const order = await desk.paid(TO_TRON);
    const copy = await copyStore(world.database);
    const hear = deafen(world, 'TRON');
    await world.round();
    await world.pass(4);
    await expire();
    hear();
    await desk.goOn();
    expect([await states(), await world.status(order)]).toEqual([['expired', 'confirmed'], 4]);
    const once = await received();
    await copy.restore();
    await desk.startAnew();
    expect(await desk.isHeld()).toBe(true);
    expect(await lostPayments(world.database, null)).toHaveLength(2);
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    expect([await states(), await world.status(order)]).toEqual([['confirmed'], 4]);
    expect(await received()).toBe(once);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('to where the first was under way: it expires there as well, and the other is found', async () => {
    const order = await desk.paid(TO_TRON);
    const hear = deafen(world, 'TRON');
    await world.round();
    await world.pass(4);
    await desk.keeper.keep();
    const copy = await copyStore(world.database);
    await expire();
    hear();
    await desk.goOn();
    const once = await received();
    await copy.restore();
    await desk.startAnew();
    await desk.goOn(20);
    expect(await desk.isHeld()).toBe(false);
    expect([await states(), await world.status(order)]).toEqual([['expired', 'confirmed'], 4]);
    expect(await received()).toBe(once);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('to before one that has expired, and was never paid: it is paid once', async () => {
    const order = await desk.paid(TO_TRON);
    const copy = await copyStore(world.database);
    const hear = deafen(world, 'TRON');
    await world.round();
    await world.pass(4);
    hear();
    await copy.restore();
    await desk.startAnew();
    world.now += EXPIRES_S;
    await world.mine(4, 'TRON');
    await desk.goOn();
    expect(await world.status(order)).toBe(4);
    expect(await states()).toEqual(['confirmed']);
    const [payout] = await world.rows<{ units: string }>(
      'SELECT units::text FROM payout WHERE order_id = $1',
      [order.id],
    );
    expect(await received()).toBe(BigInt(payout?.units as string));
    expect(await wrongsOf(world)).toEqual([]);
  });
});

it('one that was set aside is forgotten once the chain has passed it', async () => {
  const { chain } = world.network('TRON');
  const lost: RecordedPayment = {
    at: world.now,
    chainId: chain.id,
    txid: 'set-aside',
    bytes: '00',
    spends: [`${chain.treasury}@set-aside`],
    sources: [chain.treasury],
    source: chain.treasury,
    nonce: null,
    expiresAt: world.now + EXPIRES_S,
    feeUnits: '1',
    feeRate: '1',
    purpose: 'payouts',
    payouts: [],
    coins: [],
    moved: null,
  };
  const rows = () => world.rows('SELECT txid FROM lost_payment');
  await noteLost(world.database, world.record?.id ?? '', [lost], world.now);
  await setIdle(world.database, lost);
  await world.pass(2);
  expect(await rows()).toHaveLength(1);
  await expire();
  expect(await rows()).toEqual([]);
});
