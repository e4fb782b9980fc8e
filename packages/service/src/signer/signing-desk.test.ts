import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { few, IS_LONG } from '../../../../test/support/volume.ts';
import { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { type SignedPayment, Unpayable } from '../chains/chain.ts';
import type { SignedBytes, SigningPlan } from '../chains/signer.ts';
import { resumeSigning, stopSigning } from '../engine/hold/signing-switch.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { copyStore } from '../engine/testing/copy-store.ts';
import { TO_BITCOIN } from '../engine/testing/recorded-desk.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../engine/testing/world.ts';
import type { Order } from '../orders/order.ts';
import { SigningRecord } from '../record/signing-record.ts';
import { type SigningLimits, unlimited } from './limits.ts';
import { LimitReached, PlanRefused } from './refusals.ts';
import { heard } from './remote-signer.ts';
import { SigningDesk } from './signing-desk.ts';
import { askingChain } from './testing/asking-chain.ts';
import { doctorOnPayouts } from './testing/doctor-on-payouts.ts';
import { NO_DEPOSITS } from './testing/no-keys.ts';
import { payingTo } from './testing/paying-to.ts';

/** The engine moves orders in a world whose every payment a signing desk has to approve of. */

const TO_ETHEREUM = {
  from_chain: 'Bitcoin',
  from_abbr: 'BTC',
  from_quantity: 0.05,
  to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }],
};

let world: World;
let desk: SigningDesk;
let folder: string;
let record: SigningRecord;
/** What the desk's keys give next: the bytes of the simulated payment. */
let next: SignedBytes;
/** What becomes of a plan on its way from the engine to the desk. */
let onTheWay: (plan: SigningPlan) => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-desk-'));
  world = await openWorld();
  world.isForgetful = true;
  record = await SigningRecord.open(join(folder, 'record'));
  desk = await openSigningDesk(new Map());
  onTheWay = toTheDesk;
  const catalogue = await loadCatalogue(world.database);
  const ask = async (plan: SigningPlan, payment: SignedPayment) => {
    next = payment;
    await onTheWay(plan);
  };
  world.chains = world.chains.map((chain) => askingChain(chain, () => catalogue, ask));
});
afterEach(async () => {
  await world.close();
  await record.close();
  await rm(folder, { recursive: true });
});

/** Refusals as the engine hears them. */
async function toTheDesk(plan: SigningPlan): Promise<void> {
  await desk.sign(plan, 'test').catch((error: Error) => {
    if (error instanceof PlanRefused) throw heard('refused', error.message);
    if (error instanceof LimitReached) throw heard('limit', error.message);
    throw error;
  });
}

/** Keeps the plans of one order's payouts from the desk; gives the last of them. */
async function heldBack(wish?: object): Promise<{ order: Order; plan: SigningPlan }> {
  let plan: SigningPlan | undefined;
  onTheWay = async (each) => {
    plan = each;
    throw new Unpayable('not yet');
  };
  const order = await paid(wish);
  for (let n = 0; n < 6 && plan === undefined; n++) await world.pass(1);
  onTheWay = toTheDesk;
  expect(plan).toBeDefined();
  return { order, plan: plan as SigningPlan };
}

async function openSigningDesk(limits: SigningLimits): Promise<SigningDesk> {
  const { assets } = await loadCatalogue(world.database);
  return new SigningDesk({
    database: world.database,
    wallet: NO_DEPOSITS,
    signer: { sign: async () => next },
    record,
    assets: new Catalogue(assets),
    limits: new Map([...assets.map(unlimited), ...limits]),
    feeCaps: new Map(assets.map(({ chain }) => [chain.id, 10n ** 17n])),
    withdrawals: new Map(),
    cold: new Map(),
    witnesses: new Map(),
    stopFile: join(folder, 'stop'),
    clock: () => world.now,
    ownClock: () => world.now,
    log: pino({ level: 'silent' }),
  });
}

async function paid(wish: object = TO_BITCOIN): Promise<Order> {
  const order = await world.place(wish);
  await world.pay(order);
  return order;
}

const decisions = () =>
  world.rows<{ verdict: string; reason: string; times: number }>(
    'SELECT verdict, reason, times FROM signer_decision ORDER BY id',
  );
const verdicts = async () => [...new Set((await decisions()).map(({ verdict }) => verdict))];
const recorded = () => record.between(0, record.count);
const amounts = async () =>
  (await recorded()).flatMap(({ amounts: each = {} }) => Object.values(each).map((units) => BigInt(units)));
const statuses = (orders: readonly Order[]) => Promise.all(orders.map((order) => world.status(order)));
/** Payouts of which it is known why they wait. */
const waiting = () =>
  world.rows<{ order_id: number; why: string; since: number }>(
    'SELECT order_id, waits_why AS why, waits_since AS since FROM payout WHERE waits_why IS NOT NULL ORDER BY id',
  );
const why = async () => (await decisions()).at(-1)?.reason;

describe('the signing desk', () => {
  afterEach(async () => {
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('signs what orders ask for, on chains of coins and of accounts, and says so', async () => {
    const orders = [await paid(), await paid({}), await paid()];
    await world.settle();
    for (const order of orders) expect(await world.status(order)).toBe(4);
    expect(await verdicts()).toEqual(['signed']);
    const names = (await recorded()).flatMap(({ payouts }) => payouts.map(({ name }) => name));
    expect(new Set(names)).toEqual(new Set(orders.map(({ no }) => `${no}/output/0`)));
  });

  it('signs the refund of a deposit', async () => {
    const order = await world.place({
      ...TO_BITCOIN,
      on_mismatch: 'refund',
      refund_address: REFUND.Ethereum,
    });
    await world.pay(order, '3', 'Ethereum/USDC');
    await world.settle();
    expect(await verdicts()).toEqual(['signed']);
    expect(await world.received(REFUND.Ethereum, 'Ethereum/USDC')).toBeGreaterThan(0n);
  });

  it('does not sign for another receiver, and doctor says so; others are not kept waiting', async () => {
    const order = await paid();
    const other = await paid({});
    onTheWay = (plan) => toTheDesk(plan.kind === 'coins' ? payingTo('thief', plan) : plan);
    await world.settle();
    expect(await world.status(order)).toBe(3);
    expect(await world.status(other)).toBe(4);
    expect(await why()).toMatch(/^no order asks for \d+ units to thief on Bitcoin$/);
    const facts = new RegExp(`^0\\.\\d+ BTC for order ${order.no} since \\S+: ${await why()}$`);
    expect(await doctorOnPayouts(world)).toEqual([expect.stringMatching(facts)]);
    onTheWay = toTheDesk;
    await world.settle();
    expect([await world.status(order), await doctorOnPayouts(world)]).toEqual([4, []]);
  });

  it('signs a payment again at a higher fee, and counts it once', async () => {
    await paid();
    await world.round();
    await world.mine(3);
    await world.round();
    await world.round();
    const before = await amounts();
    world.now += 700;
    await world.round();
    expect(await world.rows('SELECT 1 FROM attempt WHERE number > 1')).not.toEqual([]);
    expect(await verdicts()).toEqual(['signed']);
    const after = await amounts();
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.at(-1)).toBeLessThan(before.at(-1)! / 10n);
    await world.settle();
  });

  it('signs again what an engine has lost, if it spends the same', async () => {
    const order = await paid({});
    onTheWay = async (plan) => {
      await toTheDesk(plan);
      throw new Error('the engine is killed');
    };
    await world.settle().catch(() => {});
    expect(await verdicts()).toEqual(['signed']);
    onTheWay = toTheDesk;
    await world.settle();
    await world.settle();
    expect(await world.status(order)).toBe(4);
    const [{ times } = { times: 0 }] = await decisions();
    expect(times).toBeGreaterThan(1);
    expect(await recorded()).toHaveLength(1);
  });

  it.each(
    few(1, [
      ['coins', { ...TO_BITCOIN, from_quantity: 0.05 }],
      ['an account', { from_quantity: 0.05 }],
    ]),
  )(
    'keeps nobody waiting for long if an order is frozen while it is signed, from %s',
    async (_from, wish) => {
      const [frozen, other] = [await paid(wish), await paid({ ...wish, from_quantity: 0.06 })];
      onTheWay = async (plan) => {
        await toTheDesk(plan);
        await world.rows('UPDATE orders SET status = 7 WHERE id = $1 AND status = 3', [frozen.id]);
      };
      await expect(world.settle()).rejects.toThrow('payouts have changed while they were being signed');
      onTheWay = toTheDesk;
      // Another order in between: it must not take what the lost payment spends from under the others.
      const third = await paid({ ...wish, from_quantity: 0.07 });
      await world.settle();
      expect(await statuses([frozen, other, third])).toEqual([7, 4, 4]);
      // The one behind it was signed with it and is on record: asked for once more, it is refused and taken up from there.
      expect((await verdicts()).filter((verdict) => verdict !== 'refused')).toEqual(['signed']);
      await world.rows('UPDATE orders SET status = 3 WHERE id = $1', [frozen.id]);
      await world.settle();
      expect(await statuses([frozen])).toEqual([4]);
    },
  );

  it('does not take one payout for another that is equal', async () => {
    const [first, second] = [await paid({}), await paid({})];
    let plan: SigningPlan | undefined;
    onTheWay = async (each) => {
      plan ??= each;
      throw new Unpayable('not yet');
    };
    for (let n = 0; n < 6 && plan === undefined; n++) await world.pass(1);
    const twin = plan as SigningPlan;
    await desk.sign(twin, 'test');
    await world.rows('UPDATE orders SET status = 7 WHERE id = $1', [first.id]);
    await expect(desk.sign(twin, 'test')).rejects.toThrow(`payout ${first.no}/output/0 was signed before`);
    expect(await statuses([first, second])).toEqual([7, 3]);
  });

  it.runIf(IS_LONG)('signs nothing lost with another number while the first may come', async () => {
    const { order, plan } = await heldBack({});
    if (plan.kind !== 'evm') throw new Error('not from an account');
    await desk.sign(plan, 'test');
    const other = { ...plan, nonce: plan.nonce + 1 };
    await expect(desk.sign(other, 'test')).rejects.toThrow('was signed before');
    // A payment of ours with that nonce is confirmed, and it is not the lost one.
    next = { ...next, txid: 'lost' };
    const [first] = await recorded();
    const [{ id } = { id: 0 }] = await world.rows<{ id: number }>(
      `WITH paid AS (INSERT INTO payment (chain_id, purpose) VALUES ($1, 'payouts') RETURNING id)
       INSERT INTO attempt (id, payment_id, number, chain_id, txid, sources, fee_units, state, signed_at)
       SELECT id, id, 1, $1, 'other', '{}', 1, 'confirmed', 0 FROM paid RETURNING id`,
      [plan.chainId],
    );
    await world.rows('INSERT INTO payment_spend (chain_id, spend, payment_id) VALUES ($1, $2, $3)', [
      plan.chainId,
      `${plan.from}#${plan.nonce}`,
      id,
    ]);
    // The store alone may have been told anything.
    await expect(desk.sign(other, 'test')).rejects.toThrow('was signed before');
    await record.note([{ ...first!, txid: 'other', payouts: [] }]);
    await expect(desk.sign(other, 'test')).resolves.toMatchObject({ txid: 'lost' });
    await world.rows('DELETE FROM payment_spend WHERE payment_id = $1', [id]);
    await world.rows('DELETE FROM attempt WHERE id = $1', [id]);
    await world.rows('DELETE FROM payment WHERE id = $1', [id]);
    expect(await world.status(order)).toBe(3);
  });

  it.runIf(IS_LONG)('signs no more than its limit within an hour, and goes on after it', async () => {
    const { id } = world.asset('Bitcoin/BTC');
    const orders = [await paid(), await paid()];
    const [{ units } = { units: 0n }] = orders.map(({ entries }) => entries[0]!);
    const perHour = (units * 3n) / 2n;
    const limits = new Map([[id, { name: 'Bitcoin:BTC', decimals: 8, perTransaction: null, perHour }]]);
    desk = await openSigningDesk(limits);
    await world.settle();
    expect(await statuses(orders)).toEqual([4, 3]);
    expect(await verdicts()).toEqual(['limit', 'signed']);
    expect(world.warnings).toContain('a payout waits: it is above a limit of the signer');
    // Not even if it is started anew.
    desk = await openSigningDesk(limits);
    await world.settle();
    expect(await statuses(orders)).toEqual([4, 3]);
    world.now += 3_601;
    await world.settle();
    expect(await statuses(orders)).toEqual([4, 4]);
  });

  it.each(
    few(1, [
      ['Ethereum/ETH', TO_ETHEREUM],
      ['Bitcoin/BTC', TO_BITCOIN],
    ] as const),
  )('keeps nobody waiting behind a payout of %s above a limit', async (name, wish) => {
    const large = await paid({ ...wish, from_quantity: 2 * wish.from_quantity });
    const small = [await paid(wish), await paid(wish), await paid(wish)];
    const { id, decimals } = world.asset(name);
    const units = small[0]!.entries[0]!.units;
    const most = { name: name.replace('/', ':'), decimals, perTransaction: (units * 3n) / 2n, perHour: null };
    desk = await openSigningDesk(new Map([[id, most]]));
    await world.settle();
    expect(await statuses([large, ...small])).toEqual([3, 4, 4, 4]);
    expect(await waiting()).toEqual([
      {
        order_id: large.id,
        why: expect.stringMatching(/above the [0-9.]+ of one transaction/),
        since: world.now,
      },
    ]);
    // One that the last hour leaves no room for waits likewise.
    const signed = (await amounts()).reduce((sum, each) => sum + each, 0n);
    const { perTransaction: _, ...rest } = most;
    desk = await openSigningDesk(
      new Map([[id, { ...rest, perTransaction: null, perHour: signed + (units * 3n) / 2n }]]),
    );
    const another = await paid(wish);
    await world.settle();
    expect(await statuses([large, another])).toEqual([3, 4]);
    expect((await waiting())[0]).toMatchObject({
      order_id: large.id,
      why: expect.stringContaining('of an hour'),
    });
    desk = await openSigningDesk(new Map());
    await world.settle();
    expect(await world.status(large)).toBe(4);
    expect(await waiting()).toEqual([]);
  });

  it('signs nothing while it is stopped, by the store or by a file', async () => {
    const { order, plan } = await heldBack();
    await stopSigning(world.database, 'a drill', world.now);
    // An engine does not even ask; whoever asks all the same is refused.
    await world.pass(1);
    await expect(desk.sign(plan, 'test')).rejects.toThrow('signing is stopped: a drill');
    expect(await desk.whyStopped()).toBe('a drill');
    expect(await resumeSigning(world.database)).toBe(true);
    await writeFile(join(folder, 'stop'), '');
    await expect(world.settle()).rejects.toThrow(`the file ${join(folder, 'stop')} is there`);
    await rm(join(folder, 'stop'));
    expect(await world.status(order)).toBe(3);
    expect(await verdicts()).toEqual(['stopped']);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('signs nothing while its record knows of a stop that the store has forgotten', async () => {
    const { plan } = await heldBack();
    await record.noteSwitch({ turn: 7, stop: { at: world.now, reason: 'a key was stolen' } });
    await expect(desk.sign(plan, 'test')).rejects.toThrow('signing is stopped: a key was stolen');
    expect(await recorded()).toEqual([]);
  });

  it('signs nothing after the signal', async () => {
    const { plan } = await heldBack();
    desk.stopBySignal('SIGUSR1');
    await expect(desk.sign(plan, 'test')).rejects.toThrow('stopped by SIGUSR1');
    desk = await openSigningDesk(new Map());
    await expect(desk.sign(plan, 'test')).resolves.toBe(next);
  });
});

describe('a store that was tampered with', () => {
  const FORGED: [string, string[]][] = [
    ['an amount that the order did not promise', ['UPDATE payout SET units = units + 1']],
    ['an address that the order does not name', [`UPDATE payout SET address = 'thief'`]],
    [
      'more than the deposit is worth',
      ['UPDATE order_entry SET units = units * 2', 'UPDATE payout SET units = units * 2'],
    ],
    ['a deposit that is not confirmed', [`UPDATE deposit SET state = 'mined' WHERE order_id IS NOT NULL`]],
    ['a deposit that went elsewhere', [`UPDATE deposit SET address = 'thief' WHERE order_id IS NOT NULL`]],
    ['an order that is frozen', ['UPDATE orders SET status = 7']],
    ['a payout that is paid', [`UPDATE payout SET state = 'confirmed'`]],
  ];

  it('gets no signature for what is forged, whatever it is, and one for what is not', async () => {
    const { plan } = await heldBack();
    const copy = await copyStore(world.database);
    const sign = async () => {
      type Payout = { address: string; units: string };
      const [payout] = await world.rows<Payout>('SELECT address, units::text FROM payout');
      return desk.sign(payingTo(payout?.address ?? '', plan, BigInt(payout?.units ?? 0)), 'test');
    };
    for (const [what, forgeries] of FORGED) {
      for (const forgery of forgeries) await world.rows(forgery);
      await expect(sign(), what).rejects.toThrow(PlanRefused);
      expect([what, record.count]).toEqual([what, 0]);
      await copy.restore();
    }
    await expect(sign()).resolves.toBe(next);
  });
});
