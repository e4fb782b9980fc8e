import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { type Chain, NotEnough, type PaymentRequest, Unpayable } from '../../chains/chain.ts';
import { signingThrough } from '../../chains/testing/signing-through.ts';
import type { Order } from '../../orders/order.ts';
import { kindOf } from '../kinds/kind-of.ts';
import { takeLease } from '../lease.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';
import { PutOff } from './put-off.ts';

/** One more than are looked at in one round. */
const MANY = 201;
/** A contract that takes no coins. */
const REFUSING = REFUND.Ethereum;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ethereum = () => world.chains.find(({ name }) => name === 'Ethereum') as Chain;

/** Orders that are paid, so that a payout of each is ready. */
async function ready(count: number, to_abbr: string, to_address: string): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < count; n++) {
    const order = await world.place({
      from_quantity: 0.001,
      to_address: [{ to_chain: 'Ethereum', to_abbr, to_address }],
    });
    await world.pay(order);
    orders.push(order);
  }
  await world.mine(3, 'Bitcoin');
  return orders;
}

/** Signs once on Ethereum, where these requests fail. */
async function sign(putOff: PutOff, fault: (request: PaymentRequest) => Error | null): Promise<void> {
  const chain: Chain = Object.assign(
    Object.create(ethereum()),
    signingThrough(ethereum(), async (request, sign) => {
      const error = fault(request);
      if (error !== null) throw error;
      return sign();
    }),
  );
  const lease = await takeLease(world.database, `chain ${chain.id}`, 'world', world.now, 60);
  await kindOf(chain).signPayouts(world.engine, lease!, putOff);
}

async function states(order: Order): Promise<string[]> {
  const rows = await world.rows<{ state: string }>('SELECT state FROM payout WHERE order_id = $1', [
    order.id,
  ]);
  return rows.map(({ state }) => state);
}

/** All chains but Ethereum do their work, so that nothing is signed there. */
async function takeUp(): Promise<void> {
  const all = world.chains;
  world.chains = all.filter(({ name }) => name !== 'Ethereum');
  await world.round();
  await world.round();
  world.chains = all;
}

describe('payouts that cannot be paid', () => {
  it.runIf(IS_LONG)('are in nobody else’s way, however many they are, and are told once', async () => {
    await ready(MANY, 'ETH', REFUSING);
    const [other] = await ready(1, 'ETH', RECEIVER.Ethereum);
    await takeUp();
    const putOff = new PutOff();
    const refuses = ({ payees }: PaymentRequest) =>
      payees[0]?.address === REFUSING ? new Unpayable('it takes no coins') : null;
    await sign(putOff, refuses);
    expect(await states(other!)).toEqual(['ready']);
    await sign(putOff, refuses);
    expect(await states(other!)).toEqual(['signed']);
    await sign(putOff, refuses);
    expect(world.warnings.filter((each) => each.includes('cannot be paid as it is'))).toHaveLength(MANY);
    await world.settle();
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('for a reason that nobody foresaw, in words that no store takes, are in nobody’s way either', async () => {
    const [poisoned, other] = [await ready(1, 'ETH', REFUSING), await ready(1, 'ETH', RECEIVER.Ethereum)];
    await takeUp();
    const putOff = new PutOff();
    await sign(putOff, ({ payees }) =>
      payees[0]?.address === REFUSING ? new TypeError('its receiver says: x\0y') : null,
    );
    expect(await states(other[0]!)).toEqual(['signed']);
    expect(await world.rows('SELECT waits_why FROM payout WHERE order_id = $1', [poisoned[0]!.id])).toEqual([
      { waits_why: 'its receiver says: x\ufffdy' },
    ]);
    await world.settle();
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('because nobody answers are not all tried: three, and what was signed before them is stored', async () => {
    const [first] = await ready(1, 'ETH', RECEIVER.Ethereum);
    const others = await ready(5, 'ETH', REFUSING);
    await takeUp();
    let asked = 0;
    const away = ({ payees }: PaymentRequest) => {
      if (payees[0]?.address !== REFUSING) return null;
      asked++;
      return new Error('no endpoint answers');
    };
    await expect(sign(new PutOff(), away)).rejects.toThrow('no endpoint answers');
    expect([asked, await states(first!)]).toEqual([3, ['signed']]);
    await world.settle();
    for (const order of others) expect(await world.status(order)).toBe(4);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it.runIf(IS_LONG)('because their asset is short keep those of no other asset waiting', async () => {
    const usdt = world.asset('Ethereum/USDT').id;
    await ready(MANY, 'USDT', RECEIVER.Ethereum);
    const [other] = await ready(1, 'ETH', RECEIVER.Ethereum);
    await takeUp();
    const putOff = new PutOff();
    const isShort = ({ payees }: PaymentRequest) =>
      payees[0]?.assetId === usdt ? new NotEnough('there is nothing left') : null;
    await sign(putOff, isShort);
    await sign(putOff, isShort);
    expect(await states(other!)).toEqual(['signed']);
    expect(world.warnings.filter((each) => each.includes('cannot pay it now'))).toHaveLength(1);
    await world.settle();
    expect(await wrongsOf(world)).toEqual([]);
  });
});

it.runIf(IS_LONG)('a payout for which the coins are not enough keeps none behind it waiting', async () => {
  const toBitcoin = (from_quantity: number) => ({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  const [large, small] = [await world.place(toBitcoin(2)), await world.place(toBitcoin(0.2))];
  for (const order of [large, small]) await world.pay(order);
  const all = world.chains;
  const real = all.find(({ name }) => name === 'Bitcoin') as Chain;
  const most = 5_000_000n;
  const lean = signingThrough(real, async (request, sign) => {
    if (request.payees.some(({ units }) => units > most)) throw new NotEnough('the coins are not enough');
    return sign();
  });
  world.chains = all.map((chain) => (chain === real ? Object.assign(Object.create(real), lean) : chain));
  await world.settle();
  expect([await world.status(large), await world.status(small)]).toEqual([3, 4]);
  expect(await world.rows('SELECT waits_why FROM payout WHERE order_id = $1', [large.id])).toEqual([
    { waits_why: 'the coins are not enough' },
  ]);
  world.chains = all;
  await world.settle();
  expect(await world.status(large)).toBe(4);
  expect(await wrongsOf(world)).toEqual([]);
});

it('what is put off is tried again later and later', () => {
  const putOff = new PutOff();
  const isOff = (now: number) => putOff.idsAt(now).includes(7);
  putOff.add(7, 1_000);
  expect([1_000, 1_029, 1_030].map(isOff)).toEqual([true, true, false]);
  putOff.add(7, 1_030);
  expect([1_089, 1_090].map(isOff)).toEqual([true, false]);
  let now = 1_090;
  for (let n = 0; n < 20; n++) {
    putOff.add(7, now);
    now += 600;
    expect(isOff(now)).toBe(false);
  }
  // Forgotten once nobody has tried it for long: it begins anew.
  expect(isOff(now + 1_000)).toBe(false);
  putOff.add(7, now + 1_000);
  expect(isOff(now + 1_030)).toBe(false);
});
