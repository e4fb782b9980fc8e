import type { Catalogue } from '../../catalog/catalogue.ts';
import { dropPlanned } from '../../trades/change-trades.ts';
import { type HedgeMode, loadBase, noteHedge, takeBase } from '../../trades/hedge-standing.ts';
import { sentTrades } from '../../trades/read-trades.ts';
import type { TradingVenue } from '../../trades/trading-venue.ts';
import { noteAway } from '../../trades/venue-accounts.ts';
import type { Job } from '../job.ts';
import { LeaseLost, underLease } from '../lease.ts';
import { compareVenue } from './compare-venue.ts';
import { positionByCoin } from './exposures.ts';
import { hedgeCoins } from './hedge-coins.ts';
import { COMPARE_S, HedgeMemory, type Hedging } from './hedging.ts';
import { whyNotTraded } from './may-trade.ts';
import { settleTrade } from './settle-trade.ts';

export const HEDGE_LEASE = 'hedge';

const PAUSE_MS = 1_000;

export interface HedgeJobOptions {
  readonly mode: HedgeMode;
  /** Opened by the one node that leads. */
  readonly open: () => Promise<readonly TradingVenue[]>;
  readonly clockMs: () => number;
  readonly newId: () => string;
}

/** Brings what the desk has become long or short of back to where it was: one node at a time, under its lease. */
export function hedgeJob({ mode, open, clockMs, newId }: HedgeJobOptions): Job {
  let led: { readonly venues: readonly TradingVenue[]; readonly memory: HedgeMemory } | null = null;
  return {
    name: HEDGE_LEASE,
    pauseMs: PAUSE_MS,
    async round(engine, lease) {
      led ??= { venues: await open(), memory: new HedgeMemory() };
      await hedgeRound({ engine, lease, mode, clockMs, newId, ...led });
    },
    async leave() {
      const closing = led;
      led = null;
      for (const venue of closing?.venues ?? []) venue.stop();
    },
  };
}

/** First what was sent before, then what the venues hold, then what is to be traded. What fails at one venue stops no other. */
export async function hedgeRound(hedging: Hedging): Promise<void> {
  const { engine, lease, mode, memory } = hedging;
  const base = await baseOf(hedging);
  await underLease(engine.database, lease, (client) =>
    dropPlanned(client, 'it was not sent in time', engine.clock()),
  );
  const failures = new Failures();
  for (const trade of await sentTrades(engine.database)) {
    const venue = hedging.venues.find(({ name }) => name === trade.venue);
    if (venue === undefined) continue;
    await failures.note(() => atVenue(hedging, venue, () => settleTrade(hedging, venue, trade)));
  }
  const stopped = await whyNotTraded(engine.database, engine.record);
  if (stopped === null && memory.wasStopped) memory.agreedAt.clear();
  memory.wasStopped = stopped !== null;
  const { catalogue } = await engine.market();
  for (const venue of hedging.venues) {
    if (!isCompareDue(hedging, venue)) continue;
    await failures.note(() =>
      atVenue(hedging, venue, () => compareVenue(hedging, venue, coinsOf(catalogue))),
    );
  }
  const { coins, failures: more } = await hedgeCoins(hedging, base, stopped);
  await underLease(engine.database, lease, (client) =>
    noteHedge(client, { mode, stopped: stopped ?? '', coins }, engine.clock()),
  );
  failures.throwFirst(more);
}

/** Where the desk began: what it has when hedging is switched on for the first time. */
async function baseOf({ engine, lease, mode }: Hedging): Promise<ReadonlyMap<string, bigint>> {
  const known = await loadBase(engine.database);
  if (known !== null) return known;
  const { catalogue } = await engine.market();
  return underLease(engine.database, lease, async (client) => {
    const base = await positionByCoin(client, catalogue);
    if (mode !== 'off') await takeBase(client, base, engine.clock());
    return base;
  });
}

function isCompareDue({ engine, memory }: Hedging, { name }: TradingVenue): boolean {
  const agreedAt = memory.agreedAt.get(name);
  return agreedAt === undefined || memory.isDue.has(name) || Math.abs(engine.clock() - agreedAt) >= COMPARE_S;
}

function coinsOf({ assets }: Catalogue): string[] {
  return [...new Set(assets.map(({ abbr }) => abbr))];
}

/** What a venue does not answer is noted, with the time since when. */
async function atVenue(
  { engine, lease, memory }: Hedging,
  { name }: TradingVenue,
  work: () => Promise<void>,
): Promise<void> {
  await work().catch(async (error: unknown) => {
    if (error instanceof LeaseLost) throw error;
    memory.agreedAt.delete(name);
    const why = (error as Error).message;
    await underLease(engine.database, lease, (client) => noteAway(client, name, why, engine.clock()));
    throw error;
  });
}

/** The first failure is thrown when all has been tried; a lost lease at once. */
class Failures {
  private readonly all: unknown[] = [];

  async note(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (error instanceof LeaseLost) throw error;
      this.all.push(error);
    });
  }

  throwFirst(more: readonly unknown[]): void {
    const [first] = [...this.all, ...more];
    if (first !== undefined) throw first;
  }
}
