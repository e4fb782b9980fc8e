import { formatFixed } from '../money/fixed.ts';
import type { WatchedPrice } from './judge-price.ts';
import type { NoQuote } from './rates.ts';

const STEPS = [
  [2 * 365 * 86_400, 365 * 86_400, 'years'],
  [2 * 86_400, 86_400, 'days'],
  [2 * 3_600, 3_600, 'h'],
  [120, 60, 'min'],
] as const;

/** So long, for a person in a hurry. */
export function ageText(seconds: number): string {
  const step = STEPS.find(([least]) => seconds >= least);
  return step === undefined ? `${seconds} s` : `${Math.floor(seconds / step[1])} ${step[2]}`;
}

/** From one price to the other, e.g. `80 to 8000 (+9900 %)`. */
export function moveText(from: bigint, to: bigint): string {
  const percent = ((to - from) * 100n) / from;
  return `${formatFixed(from)} to ${formatFixed(to)} (${percent > 0n ? '+' : ''}${percent} %)`;
}

/** What somebody should know when this follows that: that a coin has stopped, or goes on. */
export function newsOf(before: WatchedPrice | undefined, after: WatchedPrice): string[] {
  const { abbr, value, pending, stop, floatStop } = after;
  if (stopIn(before) === stopIn(after)) return [];
  if (pending !== null) {
    return [
      `${abbr} has jumped from ${moveText(value, pending.value)} and is not quoted until that is confirmed: ` +
        `npx swapdesk price confirm ${abbr}`,
    ];
  }
  if (stop === 'frozen')
    return [`${abbr} has stood at ${formatFixed(value)} for too long and is not quoted until it moves`];
  if (floatStop === 'peg')
    return [`${abbr} is at ${formatFixed(value)}, too far from its peg, and is not quoted until it is back`];
  return [`${abbr} is quoted again, at ${formatFixed(value)}`];
}

function stopIn(price: WatchedPrice | undefined): NoQuote | null {
  return price?.stop ?? price?.floatStop ?? null;
}
