import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';

export interface Price {
  readonly abbr: string;
  /** In USDT, counted in 10^-18. */
  readonly value: bigint;
  /** When the feed read it, Unix seconds. */
  readonly at: number;
  /** Which feed it came from. */
  readonly source: string;
}

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

  /** Whether the other ones say the same: then what was computed from these still holds. */
  isSameAs(other: Rates): boolean {
    return (
      this.prices.length === other.prices.length &&
      this.prices.every(({ abbr, value, at, source }, n) => {
        const price = other.prices[n];
        return price?.abbr === abbr && price.value === value && price.at === at && price.source === source;
      })
    );
  }

  /** When the coin's price counts as one of now, in Unix seconds, both included. It must have one. */
  span(abbr: string, maxAgeS: number): Span {
    const { at } = this.byAbbr.get(abbr) as Price;
    return { from: at - CLOCK_SKEW_S, until: at + maxAgeS };
  }

  /** The coin's price, or null if there is none that is young enough. One from the future is a wrong clock's. */
  find(abbr: string, { now, maxAgeS }: Freshness): bigint | null {
    const price = this.byAbbr.get(abbr);
    if (price === undefined) return null;
    const { from, until } = this.span(abbr, maxAgeS);
    return now < from || now > until ? null : price.value;
  }

  /** The coin's price, or the refusal to quote without one. */
  get(abbr: string, freshness: Freshness): bigint {
    const price = this.find(abbr, freshness);
    if (price === null) throw new Refusal(MESSAGE.busy);
    return price;
  }
}
