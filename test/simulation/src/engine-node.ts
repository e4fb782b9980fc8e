import type { Engine } from '../../../packages/service/src/engine/context.ts';
import { WatchedAddresses } from '../../../packages/service/src/engine/follow/watched-addresses.ts';
import { type Lease, LeaseLost, takeLease } from '../../../packages/service/src/engine/lease.ts';
import { type Work, worksOf } from '../../../packages/service/src/engine/work.ts';
import { foldLedger } from '../../../packages/service/src/ledger/balances.ts';
import { foldDeltas } from '../../../packages/service/src/rolls/fold.ts';
import { faultyChain } from './faulty-chain.ts';
import { faultyDatabase, SURVIVED } from './faulty-database.ts';
import { Crashed, NodeProcess, Unreachable } from './node-process.ts';
import { type DecidedNow, interfere } from './people.ts';
import type { Weather } from './weather.ts';
import type { World } from './world.ts';

const LEASE_S = 6;
/** A row that another transaction holds, or two that wait for each other: the round is done again. */
const WAITED_IN_VAIN = ['55P03', '40P01'];

/** An operator held the order of a payout that was being signed: nothing was stored. */
const HELD_MEANWHILE = 'payouts have changed while they were being signed';

interface Held {
  lease: Lease | null;
  renewAt: number;
}

/** A node that moves orders, as engine/run.ts does, one round at a time. */
export class EngineNode {
  readonly process: NodeProcess;
  readonly works: readonly Work[];
  private readonly engine: Engine;
  private readonly world: World;
  private readonly held = new Map<string, Held>();

  constructor(world: World, name: string, weather: Weather) {
    this.world = world;
    world.nodes.push(this);
    this.process = new NodeProcess(name, world.random, weather, world.log);
    const { process } = this;
    const chains = world.chains.map(({ chain, lying, spike }) =>
      faultyChain(chain, { lying, spike, process, now: world.clock.now, pass: (s) => this.pass(s) }),
    );
    const warn: Engine['warn'] = (_facts, message) => world.log.say(`${name} warns: ${message}`);
    this.engine = {
      database: faultyDatabase(world.database, process, (...moment) => this.interrupt(...moment)),
      holder: name,
      chains,
      clock: world.clock.now,
      market: async () => world.market(),
      screen: (subject) => process.effect('screen', false, () => world.screening.ask(subject)),
      watched: new WatchedAddresses(warn),
      sweeping: { worth: 10n ** 19n, intervalS: 0 },
      tell: (line) => world.log.say(`${name}: ${line}`),
      warn,
    };
    this.works = worksOf(chains);
  }

  /** Does one round of a work, if it gets the lease; until it is done, stops, or dies. */
  async round(work: Work): Promise<void> {
    await this.process.start(() => this.tryRound(work));
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

  private async tryRound(work: Work): Promise<void> {
    const held = this.held.get(work.name) ?? { lease: null, renewAt: 0 };
    this.held.set(work.name, held);
    try {
      const now = this.engine.clock();
      if (held.lease === null || now >= held.renewAt) {
        held.lease = await takeLease(this.engine.database, work.name, this.engine.holder, now, LEASE_S);
        held.renewAt = now + LEASE_S / 3;
      }
      if (held.lease !== null) await work.round(this.engine, held.lease);
    } catch (error) {
      held.lease = null;
      this.judge(work.name, error);
    }
  }

  /** Time passes for everybody while this node waits for an answer. */
  private async pass(seconds: number): Promise<void> {
    if (seconds === 0) return;
    const { clock, nodes } = this.world;
    clock.advance(seconds);
    for (const node of nodes) await node.renewLeases();
  }

  /** Leases are renewed on a timer, whatever else the node is at. */
  async renewLeases(): Promise<void> {
    const { clock, database } = this.world;
    if (this.process.isDead || this.process.isPaused) return;
    const due = [...this.held.values()].filter(
      ({ lease, renewAt }) => lease !== null && clock.now() >= renewAt,
    );
    // As the engine does it by the database's clock, which does not move with this one.
    for (const { lease } of due) {
      await database.query({
        name: 'simulation-renew-lease',
        text: 'UPDATE lease SET until = $4 WHERE name = $1 AND holder = $2 AND token = $3',
        values: [lease?.name, lease?.holder, lease?.token, clock.now() + LEASE_S],
      });
    }
    for (const held of due) held.renewAt = clock.now() + LEASE_S / 3;
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
      [...WAITED_IN_VAIN, ...SURVIVED].includes(code ?? '');
    if (!isExpected) this.world.findings.push(`${what}: ${(error as Error).stack}`);
  }
}
