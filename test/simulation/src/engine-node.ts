import type { ActContext } from '../../../packages/service/src/acts/context.ts';
import { proposeScheduled } from '../../../packages/service/src/acts/schedule-settlements.ts';
import type { Through } from '../../../packages/service/src/chains/testing/signing-through.ts';
import type { Engine } from '../../../packages/service/src/engine/context.ts';
import { WatchedAddresses } from '../../../packages/service/src/engine/follow/watched-addresses.ts';
import { KEEP_MS, RecordKeeper } from '../../../packages/service/src/engine/hold/keep-record.ts';
import { type Job, jobsOf } from '../../../packages/service/src/engine/job.ts';
import { type Lease, LeaseLost, takeLease } from '../../../packages/service/src/engine/lease.ts';
import { foldLedger } from '../../../packages/service/src/ledger/balances.ts';
import type { Market } from '../../../packages/service/src/pricing/terms.ts';
import type { SigningRecord } from '../../../packages/service/src/record/signing-record.ts';
import { foldDeltas } from '../../../packages/service/src/rolls/fold.ts';
import { type MeasuredClock, measureClock } from '../../../packages/service/src/store/store-clock.ts';
import { FORGOTTEN_S } from './database-clock.ts';
import { faultyChain } from './faulty-chain.ts';
import { faultyDatabase, SURVIVED } from './faulty-database.ts';
import { isLocked } from './locked.ts';
import { Crashed, NodeProcess, Unreachable } from './node-process.ts';
import { type DecidedNow, interfere } from './people.ts';
import { mortalRecord } from './signing-records.ts';
import type { Weather } from './weather.ts';
import type { World } from './world.ts';

const LEASE_S = 6;
/** The store went back while a node had a block in its hands: it begins anew from where the store is. */
const WENT_BACK = /^block \d+ of chain \d+ does not continue \d+$/;

/** An operator held the order of a payout that was being signed: nothing was stored. */
const HELD_MEANWHILE = 'payouts have changed while they were being signed';

const NO_SUCH_ADDRESS = 'a schedule proposes what is paid to the address that counts';

interface Held {
  lease: Lease | null;
  renewAt: number;
}

/** A node that moves orders, as engine/run.ts does, one round at a time. */
export class EngineNode {
  readonly process: NodeProcess;
  readonly jobs: readonly Job[];
  private readonly engine: Omit<Engine, 'record'> & { record?: SigningRecord };
  private readonly world: World;
  private readonly held = new Map<string, Held>();
  /** The machine that it runs on, and what it reads and writes there. */
  private readonly place: number;
  private disk: SigningRecord | null = null;
  private keeper: RecordKeeper | null = null;
  private keepAt = 0;
  private time: MeasuredClock | null = null;
  private lookedAt = 0;
  private accepted = 0;

  constructor(world: World, name: string, weather: Weather, place: number) {
    this.world = world;
    this.place = place;
    world.nodes.push(this);
    this.process = new NodeProcess(name, world.random, weather, world.log);
    const { process } = this;
    const chains = world.chains.map((simulated) => {
      const { chain, lying, spike } = simulated;
      const sign: Through = (request, perform) =>
        world.signer === null ? perform() : world.signer.sign(simulated, request, perform);
      return faultyChain(chain, {
        lying,
        spike,
        process,
        now: world.clock.now,
        pass: (s: number) => this.pass(s),
        sign,
      });
    });
    const warn: Engine['warn'] = (_facts, message) => world.log.say(`${name} warns: ${message}`);
    this.engine = {
      database: faultyDatabase(world.database, process, (...moment) => this.interrupt(...moment)),
      holder: name,
      chains,
      clock: () => this.time?.clock() ?? world.clock.now(),
      isTimeSettled: () => this.time?.isSettled() ?? true,
      market: () => this.hear(),
      screen: (subject) => process.effect('screen', false, () => world.screening.ask(subject)),
      isScreened: world.trials.has('stopped'),
      watched: new WatchedAddresses(warn),
      sweeping: { worth: 10n ** 19n, intervalS: 0 },
      tell: (line) => world.log.say(`${name}: ${line}`),
      warn,
    };
    this.jobs = jobsOf(chains);
  }

  /** Does one round of a job, if it gets the lease; until it is done, stops, or dies. */
  async round(job: Job): Promise<void> {
    if (!(await this.beforeFirstLook())) return;
    await this.process.start(async () => {
      if (await this.begun()) await this.tryRound(job);
    });
  }

  /** As a process begins, and what it then does again and again. */
  async begin(): Promise<void> {
    if (!(await this.beforeFirstLook())) return;
    await this.process.start(async () => void (await this.begun()));
  }

  /**
   * Whoever stood still for long may have missed that a clock was accepted: it knows no more than one that begins. False if it
   * stops, or ends, where all look because of that.
   */
  private async beforeFirstLook(): Promise<boolean> {
    const { databaseClock, clock } = this.world;
    if (this.time === null || clock.now() - this.lookedAt > FORGOTTEN_S)
      await databaseClock?.beforeFirstLook();
    return !this.process.isPaused && !this.process.isDead;
  }

  /** True if it would notice that the clock is set. */
  get watchesClock(): boolean {
    return this.time !== null && !this.process.isDead && !this.process.isPaused;
  }

  /** How often the kill switch had been turned when its machine noted it last. */
  get notedTurn(): number {
    return this.disk?.killSwitch?.turn ?? 0;
  }

  /** Before all else it looks at the clock, and compares what was signed on its machine with the store. */
  private async begun(): Promise<boolean> {
    return (await this.lookAtClock()) && (await this.keepRecord());
  }

  private async lookAtClock(): Promise<boolean> {
    const { databaseClock } = this.world;
    if (databaseClock === null) return true;
    try {
      await databaseClock.tell();
      // What is read from the clock does not move while a node stands: this cannot fail here.
      this.time ??= await measureClock(this.world.database, databaseClock.sources);
      await this.time.measure();
      // Who hears only now that a clock was accepted begins anew: it has seen nothing of what was set since.
      if (this.accepted === databaseClock.accepted) databaseClock.seen();
      this.accepted = databaseClock.accepted;
      this.lookedAt = this.world.clock.now();
    } catch (error) {
      this.judge('its clock', error);
    }
    return this.time !== null;
  }

  /** Lets go of what a dead node has open on its machine. */
  async close(): Promise<void> {
    await this.disk?.close();
    this.disk = null;
  }

  /** Folds tallies and balances, as every node does in the background, without a lease. */
  async fold(): Promise<void> {
    await this.process.start(async () => {
      try {
        await foldDeltas(this.engine.database);
        await foldLedger(this.engine.database);
      } catch (error) {
        this.judge('folding', error);
      }
    });
  }

  /** Proposes what is due by schedule, as every engine does in the background, without a lease. */
  async propose(context: ActContext): Promise<void> {
    await this.process.start(async () => {
      try {
        const proposed = await proposeScheduled(this.engine.database, context);
        if (proposed > 0) this.world.log.say(`${this.process.name} proposes by schedule`);
      } catch (error) {
        // Its clock was ahead, and the address was taken back before it counted: the store refuses that.
        if ((error as Error).message !== NO_SUCH_ADDRESS) this.judge('proposing', error);
      }
    });
  }

  /** Compares record and store when it is time for that; false if that has never been done. */
  private async keepRecord(): Promise<boolean> {
    const { disks, signer } = this.world;
    const now = this.engine.clock();
    // Whoever signs keeps the record.
    if (disks === null || signer !== null || (this.keeper !== null && now < this.keepAt)) return true;
    try {
      this.disk ??= await disks.record(this.place);
      const record = mortalRecord(this.disk, this.process, disks);
      const { database, clock, warn } = this.engine;
      const keeper = this.keeper ?? new RecordKeeper({ database, record, clock, warn });
      await (this.keeper === null ? keeper.start() : keeper.keep());
      this.keeper = keeper;
      this.engine.record = record;
      this.keepAt = now + KEEP_MS / 1_000;
    } catch (error) {
      this.judge('its record', error);
    }
    return this.keeper !== null;
  }

  private async tryRound(job: Job): Promise<void> {
    const held = this.held.get(job.name) ?? { lease: null, renewAt: 0 };
    this.held.set(job.name, held);
    try {
      const now = this.now();
      if (held.lease === null || now >= held.renewAt) {
        held.lease = await takeLease(this.engine.database, job.name, this.engine.holder, now, LEASE_S);
        held.renewAt = now + LEASE_S / 3;
      }
      if (held.lease !== null) await job.round(this.engine, held.lease);
    } catch (error) {
      held.lease = null;
      // Of an order that could not be moved the engine says which; what a world does to it is behind that.
      const isOfOrder = error instanceof Error && error.cause instanceof Error;
      this.judge(job.name, isOfOrder ? error.cause : error);
    }
  }

  /** Prices are heard; until the store lets it decide about them, time may pass and prices move. */
  private async hear(): Promise<Market> {
    const { published, log } = this.world;
    const market = this.world.market();
    const delayS = published?.drawDelay() ?? 0;
    if (delayS > 0) {
      log.say(`${this.process.name} has heard prices, and waits`);
      await this.pass(1);
      published?.jump();
      await this.pass(delayS);
    }
    return market;
  }

  /** Time passes for everybody while this node waits for an answer. */
  private async pass(seconds: number): Promise<void> {
    if (seconds === 0) return;
    const { clock, nodes, published } = this.world;
    clock.advance(seconds);
    await published?.publishDue();
    for (const node of nodes) await node.renewLeases();
  }

  /** Leases run by the database's clock. */
  private now(): number {
    return this.world.databaseClock?.now() ?? this.world.clock.now();
  }

  /** Leases are renewed on a timer, whatever else the node is at. */
  async renewLeases(): Promise<void> {
    const { database } = this.world;
    const now = this.now();
    if (this.process.isDead || this.process.isPaused) return;
    const due = [...this.held.values()].filter(({ lease, renewAt }) => lease !== null && now >= renewAt);
    if (due.length === 0) return;
    // As the engine does it by the database's clock, which does not move with this one.
    await database.query({
      name: 'simulation-renew-leases',
      text: `
        UPDATE lease SET until = $4 FROM unnest($1::text[], $3::bigint[]) AS mine (name, token)
         WHERE lease.name = mine.name AND holder = $2 AND lease.token = mine.token`,
      values: [
        due.map(({ lease }) => lease?.name),
        this.process.name,
        due.map(({ lease }) => lease?.token),
        now + LEASE_S,
      ],
    });
    for (const held of due) held.renewAt = now + LEASE_S / 3;
  }

  /** When a node has read the orders that it decides about, somebody may decide about one of them as well. */
  private async interrupt(statement: string, rows: readonly unknown[]): Promise<void> {
    const { random } = this.world;
    if (statement !== 'load-open-orders' || rows.length === 0) return;
    if (random.chance(this.process.weather.interrupt))
      await interfere(this.world, random.pick(rows as DecidedNow[]));
  }

  /** Misfortune is expected; every other error is a finding. */
  private judge(what: string, error: unknown): void {
    if (error instanceof Crashed) return;
    const { message, code } = error as Error & { code?: string };
    this.world.log.say(`${this.process.name} fails at ${what}: ${message}`);
    const isExpected =
      error instanceof Unreachable ||
      error instanceof LeaseLost ||
      message === HELD_MEANWHILE ||
      (this.world.disks !== null && WENT_BACK.test(message)) ||
      isLocked(error) ||
      SURVIVED.includes(code ?? '');
    if (!isExpected) this.world.findings.push(`${what}: ${(error as Error).stack}`);
  }
}
