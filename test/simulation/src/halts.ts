import { clearHalt, loadHalts } from '../../../packages/service/src/engine/books/halts.ts';
import type { Database } from '../../../packages/service/src/store/database.ts';
import { tried } from './people.ts';
import type { World } from './world.ts';

/** A halt that an operator has ended. What was done before the store went back to one is not known any more. */
export interface EndedHalt {
  readonly assetId: number;
  readonly since: number;
  readonly until: number;
}

/** An operator looks at what is halted, and ends what a chain's false word began. All else is left for the checks. */
export async function clearHalts({ database, chains, clock, halts, watched, log }: World): Promise<void> {
  for (const { assetId, walletUnits, since } of await loadHalts(database)) {
    const isFalse = chains.some(({ lying }) => lying.falseBalances.get(assetId)?.includes(walletUnits));
    if (!isFalse) continue;
    if ((await endHalt(database, assetId)) === 'busy') continue;
    halts.push({ assetId, since: Math.max(since, watched.restoredAt), until: clock.now() });
    log.say(`an operator clears the halt of asset ${assetId}`);
  }
}

/** `halt clear`; not now, if a node that has stopped holds it. */
export async function endHalt(database: Database, assetId: number): Promise<string> {
  return tried(async () => {
    await clearHalt(database, assetId);
    return 'done';
  });
}
