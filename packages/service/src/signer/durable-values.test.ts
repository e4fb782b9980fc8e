import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { DurableChain, SignedPayment } from '../chains/chain.ts';
import type { SigningPlan, SolanaPlan } from '../chains/signer.ts';
import { TestDesk } from '../chains/solana/testing/test-desk.ts';
import { openWorld, RECEIVER, WITH_SOLANA, type World } from '../engine/testing/world.ts';
import { SigningRecord } from '../record/signing-record.ts';
import { type SigningLimits, unlimited } from './limits.ts';
import { planFingerprint } from './plan-json.ts';
import { LimitReached, PlanRefused } from './refusals.ts';
import { heard } from './remote-signer.ts';
import { SigningDesk } from './signing-desk.ts';
import { askingChain } from './testing/asking-chain.ts';
import { NO_DEPOSITS } from './testing/no-keys.ts';
import { type Witnesses, witnessOf } from './witness.ts';

/**
 * A signer on a chain of nonce accounts. A transaction that names the hash of a recent block where the value of a nonce account should
 * be is an ordinary one: two that name the same are both mined. So it asks whether the value is one.
 */

let world: World;
let solana: DurableChain;
let folder: string;
let record: SigningRecord;
let desk: SigningDesk;
let asked: SolanaPlan;
let isDeaf: boolean;
/** What whoever drives the engine makes of its plans. */
let driven: (plan: SolanaPlan) => SolanaPlan;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-values-'));
  world = await openWorld(WITH_SOLANA);
  world.isForgetful = true;
  solana = world.network('Solana').chain as DurableChain;
  record = await SigningRecord.open(folder);
  driven = (plan) => plan;
  isDeaf = false;
  const catalogue = await loadCatalogue(world.database);
  const ask = async (plan: SigningPlan, _payment: SignedPayment) => {
    if (plan.kind !== 'solana' || plan.durable === null) return;
    asked = driven(plan);
    isDeaf = true;
    await desk.sign(asked, 'test').catch((error: Error) => {
      throw error instanceof PlanRefused ? heard('refused', error.message) : error;
    });
  };
  world.chains = world.chains.map((chain) =>
    Object.assign(
      askingChain(chain, () => catalogue, ask),
      chain.name === 'Solana' && {
        broadcast: async (bytes: Uint8Array) => (isDeaf ? undefined : chain.broadcast(bytes)),
      },
    ),
  );
});
afterEach(async () => {
  await world.close();
  await record.close();
  await rm(folder, { recursive: true });
});

async function openDesk(witnesses: Witnesses, most: bigint | null = null): Promise<void> {
  const { assets } = await loadCatalogue(world.database);
  const limits: SigningLimits = new Map(
    assets.map((asset) => {
      const [id, limit] = unlimited(asset);
      return [id, asset.chain.id === solana.id ? { ...limit, perHour: most } : limit];
    }),
  );
  desk = new SigningDesk({
    database: world.database,
    record,
    withdrawals: new Map(),
    cold: new Map(),
    stopFile: null,
    witnesses,
    clock: () => world.now,
    ownClock: () => world.now,
    log: pino({ level: 'silent' }),
    wallet: { ...NO_DEPOSITS, treasuries: { ...NO_DEPOSITS.treasuries, solana: solana.treasury } },
    signer: {
      sign: async (plan) => ({
        txid: Buffer.from(planFingerprint(plan)).toString('hex'),
        bytes: new Uint8Array(3),
      }),
    },
    assets: new Catalogue(assets),
    limits,
    feeCaps: new Map(assets.map(({ chain }) => [chain.id, 10n ** 17n])),
  });
}

const ownNode = (): Witnesses => new Map([[solana.id, witnessOf(solana)]]);
const hash = 'a'.repeat(64);
const withHash = (plan: SolanaPlan): SolanaPlan => ({ ...plan, durable: { ...plan.durable!, value: hash } });
const dearer = (n: number): SolanaPlan => ({ ...asked, priorityFee: asked.priorityFee + BigInt(n) });

/** The engine asks for a payout to be signed, and from then on the network hears nothing. */
async function payOut(): Promise<void> {
  const to = { to_chain: 'Solana', to_abbr: 'SOL', to_address: RECEIVER.Solana };
  const order = await world.place({ to_address: [to] });
  await world.pay(order);
  for (let n = 0; n < 20 && !isDeaf; n++) await world.pass(1);
}

const waits = async () =>
  (await world.rows<{ why: string }>('SELECT waits_why AS why FROM payout WHERE waits_why IS NOT NULL'))[0]
    ?.why;

describe('a signer with nodes of its own', () => {
  it('signs nothing with the hash of a block in place of what a nonce account holds', async () => {
    await openDesk(ownNode());
    driven = withHash;
    await payOut();
    expect(record.count).toBe(0);
    expect(await waits()).toContain(`does not hold ${hash} in final blocks`);
  });

  it('signs what takes the place of a payment, also when its value was used up since, and after it was started anew', async () => {
    await openDesk(ownNode(), 10n ** 30n);
    await payOut();
    const [first] = await record.between(0, 1);
    expect(first).toMatchObject({ isWitnessed: true, purpose: 'payouts' });
    await record.close();
    record = await SigningRecord.open(folder);
    const nobodyHolds = { ...witnessOf(solana), holds: async () => false };
    await openDesk(new Map([[solana.id, nobodyHolds]]));
    for (let n = 1; n <= 8; n++) await desk.sign(dearer(n), 'test');
    expect(record.count).toBe(9);
    const paid = BigInt(first?.payouts[0]?.units as string);
    for (const { amounts } of await record.between(1, 9))
      expect(Object.values(amounts!).every((units) => BigInt(units) < paid)).toBe(true);
  });

  it('waits if they do not answer', async () => {
    const holds = () => Promise.reject(new Error('no connection'));
    await openDesk(new Map([[solana.id, { ...witnessOf(solana), holds }]]));
    await payOut();
    expect(record.count).toBe(0);
    expect(await waits()).toContain('nobody can be asked now what nonce account');
  });
});

describe('a signer without', () => {
  it('signs for a payout six times with one value, and gives the same once more to who asks again', async () => {
    await openDesk(new Map());
    await payOut();
    expect(record.count).toBe(1);
    for (let n = 1; n <= 5; n++) await desk.sign(dearer(n), 'test');
    await expect(desk.sign(dearer(6), 'test')).rejects.toThrow('has no node of Solana that it could ask');
    await desk.sign(dearer(5), 'test');
    expect(record.count).toBe(6);
    // It pays nobody, and may be what ends it.
    const cancel = { ...asked, payee: asked.from, units: 0n };
    await desk.sign(cancel, 'test');
    expect(record.count).toBe(7);
  });

  it('counts each in full against its limits', async () => {
    await openDesk(new Map());
    await payOut();
    const paid = asked.units;
    await openDesk(new Map(), paid * 3n);
    await desk.sign(dearer(1), 'test');
    await expect(desk.sign(dearer(2), 'test')).rejects.toThrow(LimitReached);
  });
});

it('a node tells a value from the hash of a block', async () => {
  const network = await TestDesk.open();
  const chain = network.chain();
  const nonce = await network.nonce(chain);
  const { holds } = witnessOf(chain);
  expect(await holds?.(nonce)).toBe(true);
  expect(await holds?.({ ...nonce, value: network.ledger.newest.hash })).toBe(false);
  await network.close();
});
