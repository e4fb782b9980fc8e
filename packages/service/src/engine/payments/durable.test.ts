import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import { failTransaction } from '../../chains/sim/fail-transaction.ts';
import { type SimDurableChain, TOKEN_RENT } from '../../chains/sim/sim-durable-chain.ts';
import { EXPIRES_S } from '../../chains/sim/sim-expiry-chain.ts';
import { encodeTransaction } from '../../chains/sim/sim-transaction.ts';
import type { Order } from '../../orders/order.ts';
import { wrongsOf } from '../testing/books.ts';
import { deafen } from '../testing/deaf-chain.ts';
import { openWorld, RECEIVER, WITH_SOLANA, type Wish, type World } from '../testing/world.ts';
import { askToCancel } from './cancelled-payments.ts';

/** Payments that exclude each other by nonce accounts: one for each that is under way, and free again when that is final. */

const TO_SOL: Wish = { to_address: [{ to_chain: 'Solana', to_abbr: 'SOL', to_address: RECEIVER.Solana }] };
const TO_USDC: Wish = { to_address: [{ to_chain: 'Solana', to_abbr: 'USDC', to_address: RECEIVER.Solana }] };
const TO_BITCOIN = [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }];

interface Attempt {
  readonly id: number;
  readonly payment_id: number;
  readonly txid: string;
  readonly bytes: Buffer;
  readonly purpose: string;
  readonly state: string;
  readonly fee_units: string;
  readonly is_failed: boolean;
  readonly nonce: string | null;
}

let world: World;
/** What must be wrong with the books at the end of a test. */
let wrongs: unknown;
beforeEach(async () => {
  world = await openWorld(WITH_SOLANA);
  wrongs = [];
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual(wrongs);
  await world.close();
});

const attempts = () =>
  world.rows<Attempt>(
    `SELECT a.id, a.payment_id, a.txid, a.bytes, p.purpose, a.state, a.fee_units::text, a.is_failed,
            (SELECT s.spend FROM payment_spend s WHERE s.payment_id = p.id AND s.spend LIKE '%=%') AS nonce
       FROM attempt a JOIN payment p ON p.id = a.payment_id WHERE a.chain_id = $1 ORDER BY a.id`,
    [world.asset('Solana/SOL').chain.id],
  );
const payouts = async () => (await attempts()).filter(({ purpose }) => purpose === 'payouts');
const openings = async () => (await attempts()).filter(({ purpose }) => purpose === 'nonce accounts');
const underWay = async () =>
  (await payouts()).filter(({ state }) => ['signed', 'sent', 'mined'].includes(state));
const states = async () => (await payouts()).map(({ state }) => state);
const solana = () => world.network('Solana').network;
const native = () => world.asset('Solana/SOL').id;

async function paid(wish: Wish): Promise<Order> {
  const order = await world.place(wish);
  await world.pay(order);
  return order;
}

async function wait(blocks: number): Promise<void> {
  await world.round();
  await world.pass(blocks);
}

/** An account is opened, a payment made, and each is final. */
const finish = () => world.settle(12);

/** A nonce account is open, and nothing is under way. */
async function opened(): Promise<void> {
  expect(await world.status(await done(TO_SOL))).toBe(4);
}

async function done(wish: Wish): Promise<Order> {
  const order = await paid(wish);
  await finish();
  return order;
}

describe('a swap', () => {
  it('to SOL opens a nonce account first, and the next uses it again', async () => {
    const first = await done(TO_SOL);
    const second = await done(TO_SOL);
    expect([await world.status(first), await world.status(second)]).toEqual([4, 4]);
    expect((await openings()).map(({ state }) => state)).toEqual(['confirmed']);
    const nonces = (await payouts()).map(({ nonce }) => nonce?.split('='));
    expect(nonces[0]?.[0]).toBe(nonces[1]?.[0]);
    expect(nonces[0]?.[1]).not.toBe(nonces[1]?.[1]);
  });

  it('to a token pays the rent of an account for who has none, and only once', async () => {
    await done(TO_USDC);
    await done(TO_USDC);
    const [first, second] = await payouts();
    expect(BigInt(first?.fee_units as string) - BigInt(second?.fee_units as string)).toBe(TOKEN_RENT);
    expect(await world.received(RECEIVER.Solana, 'Solana/USDC')).toBeGreaterThan(0n);
  });

  it('from SOL and from a token is swept without fuel, and what its account kept comes to the treasury', async () => {
    const { address: coins } = await done({
      from_chain: 'Solana',
      from_abbr: 'SOL',
      from_quantity: 20,
      to_address: TO_BITCOIN,
    });
    const { address: tokens } = await done({
      from_chain: 'Solana',
      from_abbr: 'USDC',
      from_quantity: 4_000,
      to_address: TO_BITCOIN,
    });
    const sweeps = (await attempts()).filter(({ purpose }) => purpose === 'sweep');
    expect(sweeps.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    expect((await attempts()).filter(({ purpose }) => purpose === 'top-up')).toEqual([]);
    // More than it cost.
    expect(BigInt(sweeps[1]?.fee_units as string)).toBe(5_000n - TOKEN_RENT);
    expect(await solana().heldBy([coins, tokens], native())).toBe(0n);
    expect(await solana().heldBy([tokens], world.asset('Solana/USDC').id)).toBe(0n);
    expect(await world.rows('SELECT address FROM holder')).toEqual([]);
  });
});

describe('nonce accounts', () => {
  it('are opened up to the setting; payments wait for one, and then go on', async () => {
    world.settings = { ...world.settings, nonce_accounts: 2 };
    const orders = [await paid(TO_SOL), await paid(TO_SOL), await paid(TO_SOL), await paid(TO_SOL)];
    for (let n = 0; n < 20 && (await world.busyChains()).length > 0; n++) {
      await world.pass(1);
      expect((await underWay()).length).toBeLessThan(3);
    }
    expect(await world.rows('SELECT 1 FROM nonce_account WHERE value IS NOT NULL')).toHaveLength(2);
    expect(await Promise.all(orders.map((order) => world.status(order)))).toEqual([4, 4, 4, 4]);
    expect(new Set((await payouts()).map(({ nonce }) => nonce)).size).toBe(4);
    expect(new Set((await payouts()).map(({ nonce }) => nonce?.split('=')[0])).size).toBe(2);
  });

  it('whose opening no block took are opened anew, once the chain has passed it for good', async () => {
    const hear = deafen(world, 'Solana');
    const order = await paid(TO_SOL);
    await wait(4);
    world.now += EXPIRES_S;
    await wait(2);
    expect(await openings()).toMatchObject([{ state: 'sent' }]);
    hear();
    await finish();
    expect((await openings()).map(({ state }) => state)).toEqual(['expired', 'confirmed']);
    expect(await world.status(order)).toBe(4);
  });

  it('are not named by two payments, as long as the first is not final', async () => {
    world.settings = { ...world.settings, nonce_accounts: 1 };
    await opened();
    const [first, second] = [await paid(TO_SOL), await paid(TO_SOL)];
    for (let n = 0; n < 12 && (await world.busyChains()).length > 0; n++) {
      await world.pass(1);
      expect((await underWay()).length).toBeLessThan(2);
    }
    expect([await world.status(first), await world.status(second)]).toEqual([4, 4]);
  });

  it('that somebody else has used stop the chain before anything is signed', async () => {
    await opened();
    const { chain: node, treasury } = world.network('Solana');
    const durable = node as SimDurableChain;
    const address = await durable.nonceAccount(0);
    const [value] = await durable.nonceValues([address]);
    const stranger = encodeTransaction({
      chainId: solana().chainId,
      sources: [treasury],
      spends: [`${address}=${value}`],
      takes: [{ address: treasury, assetId: native(), units: '5000' }],
      gives: [],
      rents: [{ address, assetId: native(), units: '0' }],
      feeUnits: '5000',
      salt: 'stranger',
    });
    await solana().submit(stranger.bytes);
    // It waits: no block has shown it, and whoever looks at what is free finds it.
    const chain = world.chains.find(({ name }) => name === 'Solana') as Chain;
    const nothing = { has: () => false, transactions: [], noted() {} };
    const blind = Object.assign(Object.create(chain) as Chain, { mempool: async () => nothing });
    world.chains = world.chains.map((each) => (each === chain ? blind : each));
    const before = (await payouts()).length;
    const order = await paid(TO_SOL);
    await world.round();
    for (let n = 0; n < 4; n++) {
      await world.mine(1, 'Bitcoin');
      await world.round();
    }
    expect(await world.rows('SELECT spend, txid FROM unknown_spend')).toEqual([
      { spend: `${address}=${value}`, txid: null },
    ]);
    await wait(4);
    expect(await world.rows('SELECT txid FROM unknown_spend')).toEqual([{ txid: stranger.txid }]);
    expect([(await payouts()).length, await world.status(order)]).toEqual([before, 3]);
    wrongs = expect.arrayContaining([expect.objectContaining({ asset_id: native() })]);
  });
});

describe('an attempt', () => {
  it('that no block takes is replaced by one that names the same, and one of them pays', async () => {
    await opened();
    const hear = deafen(world, 'Solana');
    const order = await paid(TO_SOL);
    await wait(5);
    world.now += 601;
    await wait(1);
    const [, first, second] = await payouts();
    expect([first?.payment_id, first?.nonce]).toEqual([second?.payment_id, second?.nonce]);
    expect(BigInt(second?.fee_units as string)).toBeGreaterThan(BigInt(first?.fee_units as string));
    hear();
    // The network hears of both: what it has of the first it takes, and never the second.
    await solana().submit(first?.bytes as Buffer);
    await solana().submit(second?.bytes as Buffer);
    await finish();
    expect((await states()).slice(1).sort()).toEqual(['confirmed', 'replaced']);
    await expect(solana().submit(first?.bytes as Buffer)).rejects.toThrow();
    expect(await world.status(order)).toBe(4);
  });

  it('that is cancelled uses up its nonce without paying, and is paid anew only when somebody says so', async () => {
    await opened();
    const once = await world.received(RECEIVER.Solana, 'Solana/SOL');
    const hear = deafen(world, 'Solana');
    const order = await paid(TO_SOL);
    await wait(5);
    const [, first] = await payouts();
    expect(await askToCancel(world.database, first?.id as number, world.now)).toBe('asked');
    await wait(1);
    hear();
    world.now += 31;
    await finish();
    expect((await states()).slice(1)).toEqual(['replaced', 'confirmed']);
    expect(await world.received(RECEIVER.Solana, 'Solana/SOL')).toBe(once);
    expect(await world.status(order)).toBe(7);
  });

  it('that fails in a block has used up its nonce all the same, and pays nobody', async () => {
    await opened();
    const order = await paid(TO_SOL);
    await world.round();
    while ((await payouts()).length === 1) await world.pass(1);
    const [, attempt] = await payouts();
    expect(await failTransaction(solana(), attempt?.txid as string, native())).toBe(true);
    await finish();
    expect((await payouts())[1]).toMatchObject({ state: 'confirmed', is_failed: true, fee_units: '5000' });
    expect(await world.status(order)).toBe(7);
    // Its account has another value, and pays the next.
    expect(await world.status(await done(TO_SOL))).toBe(4);
    expect(await openings()).toHaveLength(1);
  });

  it('that was dropped is sent again, the same bytes', async () => {
    await opened();
    const order = await paid(TO_SOL);
    await world.round();
    while ((await payouts()).length === 1) await world.pass(1);
    const [, { txid } = { txid: '' }] = await payouts();
    expect(await solana().drop(txid)).toBe(true);
    world.now += 31;
    await finish();
    expect((await payouts()).slice(1).map((each) => [each.txid, each.state])).toEqual([[txid, 'confirmed']]);
    expect(await world.status(order)).toBe(4);
  });
});
