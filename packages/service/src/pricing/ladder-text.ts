import type { Ladder, Rung } from '../market/ladder.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';

type RungText = readonly [value: string, amount: string];
type LadderText = readonly [bids: readonly RungText[], asks: readonly RungText[]];

/** A ladder as the store keeps it: both sides, bids first, each rung with its value in USDT and its amount, digit for digit. */
export function ladderText({ bids, asks }: Ladder): string {
  return JSON.stringify([bids.map(rungText), asks.map(rungText)] satisfies LadderText);
}

export function readLadder(text: string): Ladder {
  const [bids, asks] = JSON.parse(text) as LadderText;
  return { bids: bids.map(readRung), asks: asks.map(readRung) };
}

function rungText({ value, amount }: Rung): RungText {
  return [formatFixed(value), formatFixed(amount)];
}

function readRung([value, amount]: RungText): Rung {
  return { value: parseFixed(value), amount: parseFixed(amount) };
}
