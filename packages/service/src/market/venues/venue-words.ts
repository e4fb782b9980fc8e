import type { VenueCoinStanding } from './open-venues.ts';
import { isGood, type VenueCoinWord } from './venue.ts';

/** How it stands with a coin at a venue, for people. */
export const VENUE_WORDS: Readonly<Record<VenueCoinWord, string>> = {
  opening: 'nothing was heard yet',
  streaming: 'its books come by themselves',
  polling: 'its books come when asked for',
  silent: 'nothing newer comes',
  wrong: 'what comes cannot be',
  limited: 'it has told us to wait',
  away: 'it cannot be reached',
  refused: 'it says no',
};

/** What somebody should know when these standings follow those: a line for each venue and each thing that is the matter with it. */
export function venueNews(
  before: readonly VenueCoinStanding[],
  after: readonly VenueCoinStanding[],
): string[] {
  const known = new Map(before.map((each) => [`${each.venue} ${each.abbr}`, each]));
  const lines = new Map<string, { abbrs: string[]; error: string | null }>();
  for (const standing of after) {
    const was = known.get(`${standing.venue} ${standing.abbr}`);
    const isBack = isGood(standing) && was !== undefined && !isGood(was) && was.what !== 'opening';
    const isGone = !isGood(standing) && standing.what !== 'opening' && was?.what !== standing.what;
    if (!isBack && !isGone) continue;
    const words = `${standing.venue}: ${isBack ? 'is back' : VENUE_WORDS[standing.what]}`;
    const line = lines.get(words) ?? { abbrs: [], error: isBack ? null : standing.error };
    line.abbrs.push(standing.abbr);
    lines.set(words, line);
  }
  return [...lines].map(
    ([words, { abbrs, error }]) => `${words} (${abbrs.join(', ')})${error === null ? '' : `: ${error}`}`,
  );
}
