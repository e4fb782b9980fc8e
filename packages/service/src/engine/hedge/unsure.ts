import { loadHeld } from '../../ledger/venue-coins.ts';
import { lastUnmade } from '../../trades/read-trades.ts';
import type { VenueAccount } from '../../trades/venue-accounts.ts';
import type { Hedging } from './hedging.ts';

/** Why a coin is traded at no venue, as it may have been traded already; null if nothing says so. */
export async function unsureOf(
  hedging: Hedging,
  { abbr, units }: { readonly abbr: string; readonly units: bigint },
  accounts: readonly VenueAccount[],
): Promise<string | null> {
  const { memory } = hedging;
  const isLost = accounts.some(
    ({ venue, agreedAt }) => (memory.agreedAt.get(venue) ?? agreedAt) !== agreedAt,
  );
  if (isLost) {
    memory.agreedAt.clear();
    return 'the store lacks what was written: venues are compared anew';
  }
  return (await unmadeWhy(hedging, abbr, accounts)) ?? differsWhy(hedging, abbr, units);
}

/** A venue said that it did not make the last trade, and its books have not shown so since. One that is not named any more is not waited for. */
async function unmadeWhy(
  { engine, venues, memory }: Hedging,
  abbr: string,
  accounts: readonly VenueAccount[],
): Promise<string | null> {
  const last = await lastUnmade(engine.database, abbr);
  if (last === null || !venues.some(({ name }) => name === last.venue)) return null;
  const agreedAt = accounts.find(({ venue }) => venue === last.venue)?.agreedAt ?? 0;
  if (agreedAt > last.finishedAt) return null;
  memory.isDue.add(last.venue);
  return `${last.venue} did not make trade ${last.id}, and its books have not shown so yet`;
}

/** A venue holds less of what is to be sold than the ledger says, or more of what is to be bought: as if it had done it. */
async function differsWhy({ engine, memory }: Hedging, abbr: string, units: bigint): Promise<string | null> {
  if (memory.differed.size === 0) return null;
  const done = (await loadHeld(engine.database)).find(
    (coin) =>
      coin.abbr === abbr &&
      memory.differed.has(coin.venue) &&
      ((coin.toldUnits ?? 0n) - coin.units) * units < 0n,
  );
  return done === undefined ? null : `${done.venue} differs from the ledger as if it had traded it already`;
}
