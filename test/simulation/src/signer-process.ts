import type { Logger } from 'pino';
import type { Asset, Catalogue } from '../../../packages/service/src/catalog/catalogue.ts';
import type { SignedPayment } from '../../../packages/service/src/chains/chain.ts';
import type { AddressSpace } from '../../../packages/service/src/chains/family.ts';
import type { SignedBytes, SigningPlan } from '../../../packages/service/src/chains/signer.ts';
import { parse } from '../../../packages/service/src/chains/sim/sim-transaction.ts';
import type { AnyRequest } from '../../../packages/service/src/chains/testing/signing-through.ts';
import { KEEP_MS, RecordKeeper } from '../../../packages/service/src/engine/hold/keep-record.ts';
import { ONE } from '../../../packages/service/src/money/fixed.ts';
import { powerOfTen } from '../../../packages/service/src/money/units.ts';
import type { SigningRecord } from '../../../packages/service/src/record/signing-record.ts';
import { type SigningLimits, unlimited } from '../../../packages/service/src/signer/limits.ts';
import { publishLimits } from '../../../packages/service/src/signer/publish-limits.ts';
import { LimitReached, PlanRefused, SigningStopped } from '../../../packages/service/src/signer/refusals.ts';
import { heard } from '../../../packages/service/src/signer/remote-signer.ts';
import { SigningDesk } from '../../../packages/service/src/signer/signing-desk.ts';
import { solanaPlan } from '../../../packages/service/src/signer/testing/asking-chain.ts';
import {
  type ChainWitness,
  type Witnesses,
  witnessOf,
} from '../../../packages/service/src/signer/witness.ts';
import { NotOurs } from '../../../packages/service/src/wallet/key-ring.ts';
import { faultyDatabase, SURVIVED } from './faulty-database.ts';
import { isLocked } from './locked.ts';
import type { MarketBoard } from './market-board.ts';
import { Crashed, NodeProcess, Unreachable } from './node-process.ts';
import { ownAddress } from './people.ts';
import { Random } from './random.ts';
import { type Disks, mortalRecord } from './signing-records.ts';
import { SpentLimits } from './spent-limits.ts';
import { apart } from './trials.ts';
import { CALM, type Weather } from './weather.ts';
import type { SimulatedChain, World } from './world.ts';

/** The machine that it runs on: none of the nodes'. */
const PLACE = 9;
/** Fees may go as far as their chain lets them. */
const NO_FEE_CAP = 10n ** 40n;

/** A signer that runs: gone when its process dies. */
interface Opened {
  readonly process: NodeProcess;
  readonly disk: SigningRecord;
  readonly desk: SigningDesk;
  readonly keeper: RecordKeeper;
}

/**
 * The keys in a process of their own, which signs what the orders ask for and no more than its limits let go. It dies like
 * any other, with what it has signed on its own disk; nodes have neither keys nor a record.
 */
export class SignerProcess {
  private readonly world: World & { readonly disks: Disks };
  private readonly random: Random;
  private weather: Weather = CALM;
  private limits: SigningLimits;
  private readonly spent: SpentLimits;
  private opened: Opened | null = null;
  private isKept = false;
  private keepAt = 0;
  private born = 0;
  /** What each plan becomes: a test network needs no keys. */
  private readonly bytes = new WeakMap<SigningPlan, SignedBytes>();

  constructor(world: World & { readonly disks: Disks }, limits: SigningLimits) {
    this.world = world;
    this.limits = limits;
    this.spent = new SpentLimits(world, limits);
    this.random = new Random(apart(world.seed + 6));
  }

  /** How often the kill switch had been turned when it noted it last. */
  get notedTurn(): number {
    return this.opened?.disk.killSwitch?.turn ?? 0;
  }

  /** Signs as a node asks it to, or fails as a node hears it. */
  async sign<Signed extends SignedPayment>(
    simulated: SimulatedChain,
    request: AnyRequest,
    perform: () => Promise<Signed>,
  ): Promise<Signed> {
    const signed = await perform();
    const plan = planOf(this.world.catalogue, simulated, request, signed);
    const answer = await this.run(async ({ desk }) => {
      this.bytes.set(plan, signed);
      await desk.sign(plan, 'node');
    });
    if (answer !== null) throw answer;
    this.spent.note(parse(signed.bytes, simulated.chain.id), signed.txid);
    return signed;
  }

  /** Compares its record with the store when it is time for that. */
  async keep(): Promise<void> {
    await this.run(async () => {});
  }

  meet(weather: Weather): void {
    this.weather = withoutStops(weather);
    if (this.opened !== null) this.opened.process.weather = this.weather;
  }

  /** An operator takes its limits away: it is started anew. */
  async lift(): Promise<void> {
    this.limits = new Map();
    this.spent.end();
    await publishLimits(this.world.database, this.limits);
    await this.opened?.process.kill();
  }

  async close(): Promise<void> {
    await this.opened?.disk.close();
    this.opened = null;
  }

  /** What whoever asked hears instead of an answer; null: all is well. */
  private async run(work: (opened: Opened) => Promise<void>): Promise<Error | null> {
    const opened = await this.alive();
    let failure: Error | null = null;
    await opened.process.start(async () => {
      try {
        await this.keepRecord(opened);
        await work(opened);
      } catch (error) {
        failure = this.asHeard(error as Error);
      }
    });
    return opened.process.isDead ? new Unreachable('the signer does not answer') : failure;
  }

  private async alive(): Promise<Opened> {
    if (this.opened !== null && !this.opened.process.isDead) return this.opened;
    await this.close();
    const { world } = this;
    const name = `signer ${++this.born}`;
    const process = new NodeProcess(name, this.random, this.weather, world.log);
    const disk = await world.disks.record(PLACE);
    const record = mortalRecord(disk, process, world.disks);
    const database = faultyDatabase(world.database, process, async () => {});
    const say = (_facts: object, message: string) => world.log.say(`${name}: ${message}`);
    const { catalogue, chains, clock } = world;
    const spaces = [...new Set(chains.map(({ space }) => space))];
    const desk = new SigningDesk({
      database,
      record,
      withdrawals: new Map(),
      cold: new Map(),
      witnesses: witnessesOf(chains, process),
      stopFile: null,
      clock: clock.now,
      ownClock: clock.now,
      limits: new Map([...catalogue.assets.map(unlimited), ...this.limits]),
      wallet: {
        keyOf: async (space, address) => keyOf(space, address),
        treasuries: Object.fromEntries(spaces.map((space) => [space, `treasury-${space}`])) as never,
      },
      signer: { sign: async (plan) => this.bytes.get(plan) as SignedBytes },
      assets: catalogue,
      feeCaps: new Map(chains.map(({ chain }) => [chain.id, NO_FEE_CAP])),
      log: { info() {}, warn: say, error: say } as unknown as Logger,
    });
    const keeper = new RecordKeeper({ database, record, clock: clock.now, warn: say });
    this.isKept = false;
    this.opened = { process, disk, desk, keeper };
    return this.opened;
  }

  private async keepRecord({ keeper }: Opened): Promise<void> {
    const now = this.world.clock.now();
    if (this.isKept && now < this.keepAt) return;
    await (this.isKept ? keeper.keep() : keeper.start());
    this.isKept = true;
    this.keepAt = now + KEEP_MS / 1_000;
  }

  private asHeard(error: Error & { code?: string }): Error {
    const words = `the signer says: ${error.message}`;
    if (error instanceof PlanRefused) return heard('refused', words);
    if (error instanceof LimitReached) return heard('limit', words);
    const isExpected =
      error instanceof Crashed ||
      error instanceof SigningStopped ||
      isLocked(error) ||
      SURVIVED.includes(error.code ?? '');
    if (!isExpected) this.world.findings.push(`signer: ${error.stack}`);
    return new Unreachable(words);
  }
}

/** It has a node of its own for each chain whose transactions expire, and dies while it asks like any other. */
function witnessesOf(chains: readonly SimulatedChain[], process: NodeProcess): Witnesses {
  return new Map(
    chains.flatMap(({ chain }) => {
      if (chain.spending !== 'account' || chain.excluding === 'nonce') return [];
      const { hasPassed, holds } = witnessOf(chain);
      const ask = `the signer's node of ${chain.name}`;
      const witness: ChainWitness = {
        hasPassed: (attempt) => process.effect(ask, false, () => hasPassed(attempt)),
        ...(holds && { holds: (nonce) => process.effect(ask, false, () => holds(nonce)) }),
      };
      return [[chain.id, witness]];
    }),
  );
}

/** Whoever waits for its answer would wait with it: it dies, but does not stop. */
function withoutStops(weather: Weather): Weather {
  return { ...weather, crash: weather.crash / 3, pause: 0, pauseInTransaction: 0 };
}

function keyOf(space: AddressSpace, address: string): Uint8Array {
  if (!/^(treasury|deposit)-/.test(address) && address !== ownAddress({ space })) throw new NotOurs(address);
  return new Uint8Array(32);
}

/** What a transaction of a test network does, in the words in which a signer is asked. */
function planOf(
  catalogue: Catalogue,
  { chain, space }: SimulatedChain,
  request: AnyRequest,
  signed: SignedPayment,
): SigningPlan {
  const tx = parse(signed.bytes, chain.id);
  const common = { chainId: chain.id, space };
  if (!('source' in request)) {
    const inputs = tx.takes.map(({ address, units }, n) => {
      const [txid = '', index = ''] = (tx.spends[n] as string).split(':');
      return { txid, index: Number(index), address, units: BigInt(units) };
    });
    const outputs = tx.gives.map(({ address, units }) => ({ address, units: BigInt(units) }));
    return { ...common, kind: 'coins', inputs, outputs };
  }
  if ('durable' in request || 'opens' in request) {
    const { assetId } = request.payees[0];
    return solanaPlan(chain, catalogue.get(assetId), request, signed);
  }
  const [given] = tx.gives;
  const asset = catalogue.get(given?.assetId as number);
  const paid = {
    from: tx.sources[0] as string,
    payee: given?.address as string,
    contract: asset.contract,
    units: BigInt(given?.units ?? 0),
  };
  if (!('nonce' in request)) {
    const { expiresAt = 0, salt } = tx;
    const { feeUnits } = signed;
    const bounds = { feeUnits, callFeeUnits: feeUnits, expiresAt, reference: '00'.repeat(32), salt };
    return { ...common, kind: 'expiring', ...paid, ...bounds };
  }
  return {
    ...common,
    ...paid,
    kind: 'evm',
    evmChainId: asset.chain.evmChainId as number,
    nonce: request.nonce,
    gas: 1n,
    fee: { type: 'legacy', gasPrice: BigInt(tx.feeUnits) },
  };
}

/** Some assets have limits, at once and by the hour, that some orders reach. */
export function drawLimits(random: Random, assets: readonly Asset[], board: MarketBoard): SigningLimits {
  const worth = ({ abbr, decimals }: Asset, usdt: number) =>
    (BigInt(usdt) * powerOfTen(decimals) * ONE) / board.priceOf(abbr);
  const limited = assets.filter(({ abbr }) => board.has(abbr) && random.chance(0.5));
  return new Map(
    limited.map((asset) => [
      asset.id,
      {
        name: `${asset.chain.name}:${asset.abbr}`,
        decimals: asset.decimals,
        perTransaction: random.chance(0.5) ? worth(asset, random.between(200, 1_000)) : null,
        perHour: random.chance(0.7) ? worth(asset, random.between(200, 1_500)) : null,
      },
    ]),
  );
}
