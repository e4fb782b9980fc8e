import type { Engine } from './context.ts';
import { followBlock } from './follow.ts';
import { lastFollowed } from './followed.ts';
import { LEASE_S, takeLease } from './lease.ts';

/**
 * Makes sure that every chain is followed from now on. To be called before anybody is told an address: what is mined
 * before a chain is followed for the first time is never seen.
 */
export async function beginFollowing(engine: Engine): Promise<void> {
  for (const chain of engine.chains) {
    if ((await lastFollowed(engine.database, chain.id)) !== null) continue;
    const { database, holder } = engine;
    const lease = await takeLease(database, `chain ${chain.id}`, holder, engine.clock(), LEASE_S);
    if (lease !== null) await followBlock(engine, chain, lease);
  }
}
