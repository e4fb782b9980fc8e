import { setTimeout as pause } from 'node:timers/promises';
import { balancesOf } from '../../ledger/balances.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import { LEASE_S, takeLease } from '../lease.ts';
import { followBlock } from './follow.ts';

/**
 * Makes sure that every chain is followed from now on. To be called before anybody is told an address: what is mined
 * before a chain is followed for the first time is never seen.
 */
export async function beginFollowing(engine: Engine): Promise<void> {
  for (const chain of engine.chains) {
    if ((await lastFollowed(engine.database, chain.id)) !== null) continue;
    const { database, holder } = engine;
    const lease = await takeLease(database, `chain ${chain.id}`, holder, null, LEASE_S);
    if (lease !== null) await followBlock(engine, chain, lease);
  }
}

/** Longer than a lease: another node that had it may have died. */
const TREASURY_TIMEOUT_MS = 15_000;
const LOOK_MS = 50;

/**
 * Waits until the treasury of these assets is in the books. On a new test network it takes a second or two; an order
 * that were accepted before would be frozen for want of it.
 */
export async function treasuryBooked(database: Queryable, assetIds: readonly number[]): Promise<void> {
  for (let waitedMs = 0; waitedMs < TREASURY_TIMEOUT_MS; waitedMs += LOOK_MS) {
    const booked = await balancesOf(database, 'treasury');
    if (assetIds.every((id) => booked.has(id))) return;
    await pause(LOOK_MS);
  }
}
