import { chanceOf, normal } from './chance.ts';

/** One side of a book as it truly is: price and amount, best first. */
export type Side = readonly (readonly [price: number, amount: number])[];

export interface TrueBook {
  readonly bids: Side;
  readonly asks: Side;
}

export interface TrueCoin {
  readonly abbr: string;
  readonly isStable: boolean;
}

export const VENUES = ['binance', 'kraken', 'okx', 'coinbase', 'bybit'] as const;

/** From the middle to the best price of either side; wide enough that the wrong side shows. */
const HALF = 0.002;
const STEP = 0.0004;
const LEVELS = 6;
const LEVEL_USDT = 8_000;
/** How far apart venues are, and how far a coin goes in a second. */
const APART = 0.0003;
const MOVE = 0.0001;
/** So much of the past is remembered: as long as any price counts, and a little. */
const REMEMBERED_S = 34;

/** The markets as they really are, whatever venues say of them. Knows nothing of the code that is tried. */
export class TrueMarket {
  readonly coins: readonly TrueCoin[];
  private readonly chance: () => number;
  private readonly mids = new Map<string, number>();
  private readonly past = new Map<string, TrueBook[][]>();

  constructor(count: number, seed: number) {
    this.chance = chanceOf(seed);
    this.coins = Array.from({ length: count }, (_, n) => ({ abbr: `C${n}`, isStable: n === 0 }));
    for (const { abbr, isStable } of this.coins)
      this.mids.set(abbr, isStable ? 1 : 10 ** (this.chance() * 6 - 1));
  }

  /** A second later. */
  step(): void {
    for (const { abbr, isStable } of this.coins) {
      if (!isStable) this.jump(abbr, MOVE * normal(this.chance));
      const mid = this.mids.get(abbr) as number;
      const books = VENUES.map(() => bookAround(mid * (1 + APART * (2 * this.chance() - 1)), this.chance));
      this.past.set(abbr, [books, ...(this.past.get(abbr) ?? [])].slice(0, REMEMBERED_S));
    }
  }

  /** Everywhere at once. */
  jump(abbr: string, share: number): void {
    this.mids.set(abbr, (this.mids.get(abbr) as number) * (1 + share));
  }

  mid(abbr: string): number {
    return this.mids.get(abbr) as number;
  }

  book(venue: number, abbr: string): TrueBook {
    return this.past.get(abbr)?.[0]?.[venue] as TrueBook;
  }

  /** The best that anybody truly gave for selling, and for buying, so much within so many seconds. */
  best(abbr: string, usdt: number, seconds: number): { sell: number; buy: number } {
    const books = (this.past.get(abbr) ?? []).slice(0, seconds + 1).flat();
    return {
      sell: Math.max(...books.map(({ bids }) => averageOf(bids, usdt))),
      buy: Math.min(...books.map(({ asks }) => averageOf(asks, usdt))),
    };
  }
}

function bookAround(mid: number, chance: () => number): TrueBook {
  const side = (direction: number): Side =>
    Array.from({ length: LEVELS }, (_, n) => {
      const price = mid * (1 + direction * (HALF + n * STEP));
      return [price, ((0.8 + 0.4 * chance()) * LEVEL_USDT) / price] as const;
    });
  return { bids: side(-1), asks: side(1) };
}

/** What each coin costs or brings if so many USDT worth of it are traded. */
function averageOf(side: Side, usdt: number): number {
  let [left, amount] = [usdt, 0];
  for (const [price, there] of side) {
    const taken = Math.min(left, price * there);
    amount += taken / price;
    left -= taken;
    if (left <= 0) return usdt / amount;
  }
  return Number.NaN;
}
