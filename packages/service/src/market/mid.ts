import type { Book, Level } from './book.ts';

/** Halfway between the best bid and the best ask, to compare by, not to pay by: rounded down. */
export function midOf({ bids, asks }: Book): bigint {
  return ((bids[0] as Level).price + (asks[0] as Level).price) / 2n;
}

/** The one in the middle; of two the mean, so that neither half of the venues counts for more. */
export function medianOf(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (lower === undefined || upper === undefined) throw new RangeError('nothing has no median');
  return (lower + upper) / 2n;
}

/** Whether one price is further from another than so many millionths of that. */
export function isOff(price: bigint, from: bigint, ppm: number): boolean {
  const distance = price < from ? from - price : price - from;
  return distance * 1_000_000n > from * BigInt(ppm);
}
