import type { MarketStop, MarketVerdict } from './judge-market.ts';
import type { LeftOutWhy } from './judge-venues.ts';

/** Why a coin is not quoted, for people. */
export const STOP_WORDS: Readonly<Record<MarketStop, string>> = {
  few: 'too few venues have a price of now that they agree on',
  peg: 'it has left its peg',
  thin: 'the books are too thin for even the smallest size',
  spread: 'the venues are too far apart',
  jump: 'it has jumped, and the venues have not confirmed that yet',
};

/** Why a venue does not count, for people. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOutWhy, string>> = {
  empty: 'its book has nothing on a side',
  absurd: 'its book holds what cannot be',
  unsorted: 'its book is out of order',
  crossed: 'it buys for as much as it sells for',
  ahead: 'its time is ahead of ours',
  old: 'its book is old',
  frozen: 'its book has stood still for too long',
  off: 'it is too far from the others',
};

/** What somebody should know when this follows that: that a coin has stopped or goes on, that a venue counts no more or again. */
export function marketNews(before: MarketVerdict | null, after: MarketVerdict): string[] {
  const { abbr } = after;
  const modes = (['float', 'fixed'] as const).flatMap((mode) => {
    const stop = after[mode];
    if ((before?.[mode] ?? 'ok') === stop) return [];
    return stop === 'ok'
      ? [`${abbr} is quoted again (${mode})`]
      : [`${abbr} is not quoted (${mode}): ${STOP_WORDS[stop]}`];
  });
  const whyOf = (verdict: MarketVerdict | null, venue: string) =>
    verdict?.leftOut.find((each) => each.venue === venue)?.why ?? null;
  const venues = after.seen.flatMap(({ book: { venue } }) => {
    const why = whyOf(after, venue);
    if (whyOf(before, venue) === why) return [];
    return why === null
      ? [`${venue} counts for ${abbr} again`]
      : [`${venue} does not count for ${abbr}: ${LEFT_OUT_WORDS[why]}`];
  });
  return [...modes, ...venues];
}
