import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../test/support/volume.ts';
import { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { ExpiryChain, SignedPayment } from '../chains/chain.ts';
import type { ExpiringPlan, SignedBytes, SigningPlan } from '../chains/signer.ts';
import { EXPIRES_S } from '../chains/sim/sim-expiry-chain.ts';
import { lockSwitch } from '../engine/hold/signing-switch.ts';
import { deafen } from '../engine/testing/deaf-chain.ts';
import { openWorld, RECEIVER, type World } from '../engine/testing/world.ts';
import type { Order } from '../orders/order.ts';
import { SigningRecord } from '../record/signing-record.ts';
import { transaction } from '../store/transaction.ts';
import { unlimited } from './limits.ts';
import { PlanRefused } from './refusals.ts';
import { heard } from './remote-signer.ts';
import { SigningDesk } from './signing-desk.ts';
import { askingChain } from './testing/asking-chain.ts';
import { NO_DEPOSITS } from './testing/no-keys.ts';
import { type Witnesses, witnessOf } from './witness.ts';

/** A signer on a chain whose transactions expire: it signs again only what its own witness lets it. */

const TO_TRON = { to_address: [{ to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON }] };

let world: World;
let tron: ExpiryChain;
let folder: string;
let record: SigningRecord;
let desk: SigningDesk;
let next: SignedBytes;
let asked: SigningPlan;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-expiry-'));
  world = await openWorld(['Bitcoin', 'TRON']);
  world.isForgetful = true;
  tron = world.network('TRON').chain as ExpiryChain;
  record = await SigningRecord.open(folder);
  const catalogue = await loadCatalogue(world.database);
  const ask = async (plan: SigningPlan, payment: SignedPayment) => {
    next = payment;
    asked = plan;
    await desk.sign(plan, 'test').catch((error: Error) => {
      throw error instanceof PlanRefused ? heard('refused', error.message) : error;
    });
  };
  world.chains = world.chains.map((chain) => askingChain(chain, () => catalogue, ask));
});
afterEach(async () => {
  await world.close();
  await record.close();
  await rm(folder, { recursive: true });
});

async function openDesk(witnesses: Witnesses): Promise<void> {
  const { assets } = await loadCatalogue(world.database);
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
    wallet: NO_DEPOSITS,
    signer: { sign: async () => next },
    assets: new Catalogue(assets),
    limits: new Map(assets.map(unlimited)),
    feeCaps: new Map(assets.map(({ chain }) => [chain.id, 10n ** 17n])),
  });
}

const ownNode = (): Witnesses => new Map([[tron.id, witnessOf(tron)]]);
const waits = async () =>
  (await world.rows<{ why: string }>('SELECT waits_why AS why FROM payout WHERE waits_why IS NOT NULL'))[0]
    ?.why;
const received = () => world.received(RECEIVER.TRON, 'TRON/TRX');

/** An order whose payment is signed, and of which the network has heard nothing. */
async function signedOnce(): Promise<Order> {
  const order = await world.place(TO_TRON);
  await world.pay(order);
  await world.round();
  await world.pass(4);
  expect(record.count).toBe(1);
  return order;
}

async function mineOnTron(blocks: number): Promise<void> {
  for (let n = 0; n < blocks; n++) {
    await world.mine(1, 'TRON');
    await world.round();
  }
}

/** What a store says that lies, or that somebody else writes: the payment has expired, and its payout is to be paid. */
async function claimExpired(): Promise<void> {
  await world.rows("UPDATE attempt SET state = 'expired' WHERE expires_at IS NOT NULL");
  await world.rows("UPDATE payout SET state = 'ready', payment_id = NULL WHERE state = 'signed'");
}

describe('a signer', () => {
  it.runIf(IS_LONG)('keeps on record when what it signs expires', async () => {
    await openDesk(ownNode());
    deafen(world, 'TRON');
    const { minedAt } = await world.network('TRON').network.tip();
    await signedOnce();
    const [signed] = await record.between(0, 1);
    expect(signed?.expiresAt).toBe(minedAt + EXPIRES_S);
    expect(signed?.spends).toEqual([`${tron.treasury}@${signed?.txid}`]);
  });

  it('believes neither the store nor who asks: nothing is signed again before its own witness says so', async () => {
    await openDesk(ownNode());
    const hear = deafen(world, 'TRON');
    const order = await signedOnce();
    world.now += 10 * EXPIRES_S;
    await claimExpired();
    await mineOnTron(2);
    expect(record.count).toBe(1);
    expect(await waits()).toContain('was signed before');
    hear();
    await mineOnTron(2);
    expect(record.count).toBe(2);
    await mineOnTron(5);
    expect(await world.status(order)).toBe(4);
  });

  it('signs nothing again where a block has the first, whatever the store says', async () => {
    await openDesk(ownNode());
    const hear = deafen(world, 'TRON');
    await signedOnce();
    const [signed] = await record.between(0, 1);
    await world.network('TRON').network.submit(Buffer.from(signed?.bytes as string, 'hex'));
    world.now += 10 * EXPIRES_S;
    await claimExpired();
    await world.mine(5, 'TRON');
    await claimExpired();
    hear();
    await world.round();
    await world.round();
    expect(record.count).toBe(1);
    expect(await received()).toBeGreaterThan(0n);
  });

  it('signs nothing again without a witness, and says what to do', async () => {
    await openDesk(new Map());
    deafen(world, 'TRON');
    await signedOnce();
    world.now += EXPIRES_S;
    await mineOnTron(5);
    expect(record.count).toBe(1);
    expect(await waits()).toContain('this signer has no node of TRON that it could ask');
  });

  it.runIf(IS_LONG)(
    'signs again once the chain has passed the first, also after it was started anew',
    async () => {
      await openDesk(ownNode());
      const hear = deafen(world, 'TRON');
      const order = await signedOnce();
      await record.close();
      record = await SigningRecord.open(folder);
      await openDesk(ownNode());
      world.now += EXPIRES_S;
      await mineOnTron(2);
      expect(record.count).toBe(1);
      hear();
      await mineOnTron(8);
      expect(record.count).toBe(2);
      expect(await world.status(order)).toBe(4);
    },
  );

  it.runIf(IS_LONG)('waits while its node is behind, or does not answer', async () => {
    let answer: () => Promise<boolean> = async () => false;
    await openDesk(new Map([[tron.id, { hasPassed: () => answer() }]]));
    deafen(world, 'TRON');
    await signedOnce();
    world.now += EXPIRES_S;
    await mineOnTron(5);
    expect(record.count).toBe(1);
    answer = () => Promise.reject(new Error('no connection'));
    world.now += 600;
    await world.mine(1, 'TRON');
    await world.round().catch(() => {});
    expect(record.count).toBe(1);
    answer = async () => true;
    world.now += 600;
    await mineOnTron(1);
    expect(record.count).toBe(2);
  });

  it.runIf(IS_LONG)(
    'gives the same once more to who asks for it again, as an answer may get lost',
    async () => {
      await openDesk(new Map());
      deafen(world, 'TRON');
      await signedOnce();
      await world.rows('DELETE FROM attempt WHERE expires_at IS NOT NULL');
      await world.rows("UPDATE payout SET state = 'ready', payment_id = NULL WHERE state = 'signed'");
      expect(await desk.sign(asked, 'test')).toBe(next);
      expect(record.count).toBe(1);
    },
  );

  it.runIf(IS_LONG)('asks its witness while nobody waits for the switch', async () => {
    const holdSwitch = async () => {
      await transaction(world.database, (client) => lockSwitch(client, 'UPDATE'));
      return true;
    };
    await openDesk(new Map([[tron.id, { hasPassed: holdSwitch }]]));
    const hear = deafen(world, 'TRON');
    await signedOnce();
    world.now += EXPIRES_S;
    await claimExpired();
    hear();
    await mineOnTron(1);
    expect(record.count).toBe(2);
  });

  it.runIf(IS_LONG)('believes no store that says that the first failed', async () => {
    let hasPassed = false;
    await openDesk(new Map([[tron.id, { hasPassed: async () => hasPassed }]]));
    deafen(world, 'TRON');
    await signedOnce();
    await world.rows("UPDATE attempt SET state = 'confirmed', is_failed = true WHERE expires_at IS NOT NULL");
    await world.rows("UPDATE payout SET state = 'ready', payment_id = NULL WHERE state = 'signed'");
    world.now += 60;
    await mineOnTron(2);
    expect(record.count).toBe(1);
    hasPassed = true;
    world.now += 600;
    await mineOnTron(2);
    expect(record.count).toBe(2);
  });

  it('signs nothing that expires in more than a day, or may burn more than its cap', async () => {
    await openDesk(ownNode());
    deafen(world, 'TRON');
    await signedOnce();
    const plan = asked as ExpiringPlan;
    await expect(desk.sign({ ...plan, expiresAt: (world.now + 26 * 3_600) * 1_000 }, 'test')).rejects.toThrow(
      'nobody could wait for that',
    );
    await expect(desk.sign({ ...plan, callFeeUnits: 10n ** 18n }, 'test')).rejects.toThrow('above the cap');
  });
});
