import { type Move, moveStock, NO_STOCK, type Stock } from './inventory.ts';
import { HOLDING } from './parts.ts';
import { type BookedLine, type ResultLine, resultLines } from './result-lines.ts';
import { worthAt } from './worth-at.ts';

/** A line of the ledger with what its value follows from. */
export interface PricedLine extends BookedLine {
  /** In 10^-18 USDT; null: nobody knows one yet. */
  readonly price: bigint | null;
  readonly decimals: number;
}

/** A posting that is to be reckoned. */
export interface BookedPosting {
  /** Unix seconds. */
  readonly at: number;
  readonly lines: readonly PricedLine[];
}

/** What a posting brought, with what that is worth in 10^-18 USDT. */
export interface Result extends ResultLine {
  /** When the day of its posting begins, UTC. */
  readonly day: number;
  readonly value: bigint;
}

export const DAY_S = 86_400;

/**
 * What postings brought, one after the other, and what is held afterwards. An asset without a price is worth nothing until it
 * has one.
 */
export function reckon(
  postings: readonly BookedPosting[],
  before: ReadonlyMap<number, Stock>,
): { readonly results: Result[]; readonly stocks: Map<number, Stock> } {
  const stocks = new Map(before);
  const results: Result[] = [];
  for (const { at, lines } of postings) {
    const day = at - (at % DAY_S);
    const valued = resultLines(lines).map((line) => ({ ...line, day, value: worth(line, lines) }));
    results.push(...valued);
    for (const [assetId, move] of moves(valued)) {
      const { stock, realised } = moveStock(stocks.get(assetId) ?? NO_STOCK, move);
      stocks.set(assetId, stock);
      if (realised === 0n) continue;
      const none = { orderId: null, venue: '', units: 0n };
      results.push({ ...none, part: HOLDING, assetId, day, value: realised });
    }
  }
  return { results, stocks };
}

function worth({ assetId, units }: ResultLine, lines: readonly PricedLine[]): bigint {
  const priced = lines.find((line) => line.assetId === assetId && line.price !== null);
  return priced === undefined ? 0n : worthAt(units, priced.price as bigint, priced.decimals);
}

/** What a posting does to each asset in all. */
function moves(results: readonly Result[]): Map<number, Move> {
  const all = new Map<number, Move>();
  for (const { assetId, units, value } of results) {
    const sum = all.get(assetId) ?? { units: 0n, value: 0n };
    all.set(assetId, { units: sum.units + units, value: sum.value + value });
  }
  return all;
}
