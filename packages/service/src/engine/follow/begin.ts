import { setTimeout as pause } from 'node:timers/promises';
import type { Chain } from '../../chains/chain.ts';
import { balancesOf } from '../../ledger/balances.ts';
import { StartupError } from '../../startup-error.ts';
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
    if (lease !== null) await followBlock(engine, chain, lease).catch(cannotFollow(chain));
  }
}

/** A node that is away, loading or on another network at the first start is the operator's matter, and said in a line. */
function cannotFollow({ name }: Chain): (error: Error) => never {
  return (cause) => {
    throw new StartupError(
      `${name} cannot be followed yet: ${cause.message}. Put that right, then start again.`,
      { cause },
    );
  };
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
