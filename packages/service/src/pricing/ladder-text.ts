import type { Ladder, Rung } from '../market/ladder.ts';

/**
 * A ladder as the store keeps it: both sides, bids first, each rung with its value in USDT and its amount, all of them integers
 * that count 10^-18. Every node reads hundreds of these whenever a market speaks, and integers are read fastest.
 */
export function ladderText({ bids, asks }: Ladder): string {
  return `${sideText(bids)}/${sideText(asks)}`;
}

export function readLadder(text: string): Ladder {
  const [bids, asks] = text.split('/');
  return { bids: readSide(bids as string), asks: readSide(asks as string) };
}

function sideText(rungs: readonly Rung[]): string {
  return rungs.map(({ value, amount }) => `${value} ${amount}`).join(' ');
}

function readSide(text: string): Rung[] {
  const rungs: Rung[] = [];
  const numbers = text === '' ? [] : text.split(' ');
  for (let n = 0; n < numbers.length; n += 2)
    rungs.push({ value: BigInt(numbers[n] as string), amount: BigInt(numbers[n + 1] as string) });
  return rungs;
}
