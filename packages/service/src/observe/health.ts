import type { Catalogue } from '../catalog/catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import type { Clock } from '../clock.ts';
import { type Halt, loadHalts } from '../engine/books/halts.ts';
import { type ShutChain, shutChains } from '../engine/books/open-gate.ts';
import type { Database } from '../store/database.ts';
import { type ChainProgress, chainProgress } from './chain-progress.ts';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';
import { keepFor } from './keep-for.ts';
import { type FrozenOrders, frozenOrders, type WaitingPayouts, waitingPayouts } from './open-work.ts';
import { countOrders } from './order-counts.ts';
import { type Queue, readQueue } from './queue.ts';
import { type ChainOverview, walletOverview } from './wallet-overview.ts';

/** How everything is, for the console. */
export interface Health {
  /** When it was read. */
  readonly at: number;
  readonly orders: ReadonlyMap<number, number>;
  readonly frozen: readonly FrozenOrders[];
  readonly progress: readonly ChainProgress[];
  readonly wallet: readonly ChainOverview[];
  readonly halts: readonly Halt[];
  /** Chains on which nothing is signed. */
  readonly shut: readonly ShutChain[];
  readonly payouts: readonly WaitingPayouts[];
  readonly leases: readonly StoredLease[];
  readonly queue: Queue;
  readonly findings: readonly Finding[];
}

export interface StoredLease {
  readonly name: string;
  readonly holder: string;
  readonly until: number;
}

/** However many pages ask, the store and the chains' nodes are asked this often. */
const FRESH_MS = 5_000;

/** Reads how everything is, at most every few seconds. */
export function openHealth(observed: {
  readonly database: Database;
  readonly chains: readonly Chain[];
  readonly clock: Clock;
  catalogue(): Catalogue;
}): () => Promise<Health> {
  return keepFor(FRESH_MS, async () => {
    const { database, chains, clock } = observed;
    const catalogue = observed.catalogue();
    const now = clock();
    const aheadMs = await aheadOf(database);
    return {
      at: now,
      orders: await countOrders(database),
      frozen: await frozenOrders(database),
      progress: await Promise.all(chains.map((chain) => chainProgress(database, chain))),
      // What the chains say is compared with it by the doctor.
      wallet: await walletOverview(database, catalogue, async () => new Map()),
      halts: await loadHalts(database),
      shut: await shutChains(database),
      payouts: await waitingPayouts(database),
      leases: await loadLeases(database),
      queue: await readQueue(database),
      findings: await examine({ database, catalogue, chains, aheadMs, now }),
    };
  });
}

async function loadLeases(database: Database): Promise<StoredLease[]> {
  const { rows } = await database.query<StoredLease>('SELECT name, holder, until FROM lease ORDER BY name');
  return rows;
}

/** How far this machine's clock is ahead of the database's. */
export async function aheadOf(database: Database): Promise<number> {
  const asked = Date.now();
  const { rows } = await database.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
  );
  return (asked + Date.now()) / 2 - (rows[0]?.ms ?? asked);
}
