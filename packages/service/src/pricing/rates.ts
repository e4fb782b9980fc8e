import type { Mode } from '../catalog/catalogue.ts';
import type { MarketStop } from '../market/judge-market.ts';
import type { Ladder, Rung } from '../market/ladder.ts';
import { afterTaken, type Taken } from '../market/taken.ts';

export interface Price {
  readonly abbr: string;
  /** In USDT, counted in 10^-18. */
  readonly value: bigint;
  /** When its source says that this was the price, Unix seconds. */
  readonly at: number;
  /** Which feed it came from. */
  readonly source: string;
  /** Why nothing is quoted at it, however young it is. */
  readonly stop?: PriceStop | null;
  /** What it is sold and bought for by size; none where its source knows no market. */
  readonly ladder?: Ladder | null;
  /** Why a market does not quote it in a mode. What stops float stops fixed. */
  readonly floatStop?: MarketStop | null;
  readonly fixedStop?: MarketStop | null;
  /** Until when enough venues are young enough for a mode, Unix seconds; null: only its age counts. */
  readonly floatUntil?: number | null;
  readonly fixedUntil?: number | null;
  /** What a fixed price of it costs, in millionths. */
  readonly premiumPpm?: number | null;
}

/** It jumped and nobody has confirmed that, or it has stood still for too long. */
export type PriceStop = 'jump' | 'frozen';
/** Why a coin cannot be quoted. */
export type NoQuote = PriceStop | MarketStop | 'missing' | 'old' | 'ahead';

/** What counts as a price of now. */
export interface Freshness {
  /** Unix seconds. */
  readonly now: number;
  readonly maxAgeS: number;
}

/** A time with a beginning and an end. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** How far the clocks of two nodes may differ. */
export const CLOCK_SKEW_S = 30;

const COMPARED = [
  'abbr',
  'value',
  'at',
  'source',
  'stop',
  'floatStop',
  'fixedStop',
  'floatUntil',
  'fixedUntil',
  'premiumPpm',
] as const satisfies (keyof Price)[];

const QUOTED = [
  'value',
  'stop',
  'floatStop',
  'fixedStop',
  'premiumPpm',
  'ladder',
] as const satisfies (keyof Price)[];

/** When a price counts as one of now, in Unix seconds, both included. */
function spanOf({ at, floatUntil, fixedUntil }: Price, maxAgeS: number, mode: Mode): Span {
  const until = (mode === 'fixed' ? fixedUntil : null) ?? Number.POSITIVE_INFINITY;
  return {
    from: at - CLOCK_SKEW_S,
    until: Math.min(at + maxAgeS, floatUntil ?? Number.POSITIVE_INFINITY, until),
  };
}

function stopOf({ stop, floatStop, fixedStop }: Price, mode: Mode): PriceStop | MarketStop | null {
  return stop ?? floatStop ?? (mode === 'fixed' ? fixedStop : null) ?? null;
}

/** Why nothing can be quoted at a price in a mode now; null: it can. One from the future is a wrong clock's. */
export function whyNoQuote(
  price: Price | undefined,
  { now, maxAgeS }: Freshness,
  mode: Mode = 'float',
): NoQuote | null {
  if (price === undefined) return 'missing';
  const stop = stopOf(price, mode);
  if (stop !== null) return stop;
  const { from, until } = spanOf(price, maxAgeS, mode);
  return now < from ? 'ahead' : now > until ? 'old' : null;
}

/** All prices as they were at one moment. Never changed; newer ones replace it. */
export class Rates {
  readonly prices: readonly Price[];
  /** The feed they came from; several while one replaces another. */
  readonly source: string;
  private readonly byAbbr: ReadonlyMap<string, Price>;

  constructor(prices: readonly Price[]) {
    this.prices = prices;
    this.source = [...new Set(prices.map(({ source }) => source))].join(',');
    this.byAbbr = new Map(prices.map((price) => [price.abbr, price]));
  }

  /** The same for whoever comes after so much was taken of coins: their ladders are those behind it. */
  behind(taken: ReadonlyMap<string, Taken>): Rates {
    if (taken.size === 0) return this;
    return new Rates(
      this.prices.map((price) => {
        const of = taken.get(price.abbr);
        if (of === undefined || price.ladder == null) return price;
        return { ...price, ladder: afterTaken(price.ladder, of) };
      }),
    );
  }

  /** Whether the other ones say the same: then what was computed from these still holds. */
  isSameAs(other: Rates): boolean {
    return (
      this.prices.length === other.prices.length &&
      this.prices.every((mine, n) => {
        const price = other.prices[n];
        if (price === undefined || mine === price) return mine === price;
        return (
          COMPARED.every((field) => mine[field] === price[field]) &&
          areSameLadders(mine.ladder ?? null, price.ladder ?? null)
        );
      })
    );
  }

  /** When the coin's price counts as one of now, in whatever mode. It must have one. */
  span(abbr: string, maxAgeS: number): Span {
    return spanOf(this.byAbbr.get(abbr) as Price, maxAgeS, 'fixed');
  }

  /** What is known of the coin's price, or null if there is none that is young enough and trusted for a mode. */
  quoted(abbr: string, freshness: Freshness, mode: Mode): Price | null {
    const price = this.byAbbr.get(abbr);
    return price === undefined || whyNoQuote(price, freshness, mode) !== null ? null : price;
  }

  /** The coin's last good price, however old it is and whatever has stopped it since. */
  last(abbr: string): Price | undefined {
    return this.byAbbr.get(abbr);
  }

  /** Whether somebody or something has stopped the coin in a mode, however young its price is. */
  isStopped(abbr: string, mode: Mode): boolean {
    const price = this.byAbbr.get(abbr);
    return price !== undefined && stopOf(price, mode) !== null;
  }

  /** Whether the coin's price was one of now, in a mode, at some moment of the last so many seconds. */
  wasQuoted(abbr: string, { now, maxAgeS }: Freshness, mode: Mode, withinS: number): boolean {
    const price = this.byAbbr.get(abbr);
    return price !== undefined && now - withinS <= spanOf(price, maxAgeS, mode).until;
  }

  /** The coin's price, or null if there is none that is young enough and trusted. */
  find(abbr: string, freshness: Freshness): bigint | null {
    return this.quoted(abbr, freshness, 'float')?.value ?? null;
  }
}

/** Whether an exchange comes to the same with both, as long as both are young enough. Ladders that are alike may count as two. */
export function quotesAlike(one: Price, other: Price | undefined): boolean {
  if (other === undefined || one === other) return one === other;
  return QUOTED.every((field) => one[field] === other[field]);
}

function areSameLadders(a: Ladder | null, b: Ladder | null): boolean {
  if (a === null || b === null || a === b) return a === b;
  return areSameRungs(a.bids, b.bids) && areSameRungs(a.asks, b.asks);
}

function areSameRungs(a: readonly Rung[], b: readonly Rung[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ value, amount }, n) => value === b[n]?.value && amount === b[n]?.amount)
  );
}
