import type { VenueAccount } from '../../trades/venue-accounts.ts';
import { AGREED_S, type Hedging } from './hedging.ts';

/**
 * Why nothing is traded at a venue now; null if it is. That it agreed is known here and in the store, of the same time: a store
 * that has lost what was written since may have lost a trade with it.
 */
export function shutWhy(
  { engine, memory }: Pick<Hedging, 'engine' | 'memory'>,
  venue: string,
  account: VenueAccount | undefined,
): string | null {
  if (account !== undefined && account.haltedAt > 0) return `${venue} is halted`;
  if (account !== undefined && account.awaySince > 0) return `${venue} cannot be asked`;
  const agreedAt = memory.agreedAt.get(venue);
  if (agreedAt !== undefined && account?.agreedAt !== agreedAt) memory.agreedAt.delete(venue);
  if (!memory.agreedAt.has(venue)) return `${venue} does not agree with the ledger yet`;
  return hasAgreed({ engine, memory }, venue)
    ? null
    : `${venue} could not be compared with the ledger for too long`;
}

/** True if it is compared after a trade, in a moment: that is no reason to go elsewhere. */
export function isAboutToAgree(hedging: Pick<Hedging, 'engine' | 'memory'>, venue: string): boolean {
  return hasAgreed(hedging, venue) && hedging.memory.isDue.has(venue);
}

function hasAgreed({ engine, memory }: Pick<Hedging, 'engine' | 'memory'>, venue: string): boolean {
  const agreedAt = memory.agreedAt.get(venue);
  return agreedAt !== undefined && Math.abs(engine.clock() - agreedAt) <= AGREED_S;
}
