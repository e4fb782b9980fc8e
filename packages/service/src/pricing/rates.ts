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

  /** The coin's price, or null if there is none that is young enough. */
  find(abbr: string, oldestAt: number): bigint | null {
    const price = this.byAbbr.get(abbr);
    return price !== undefined && price.at >= oldestAt ? price.value : null;
  }

  /** The coin's price, or the refusal to quote without one. */
  get(abbr: string, oldestAt: number): bigint {
    const price = this.find(abbr, oldestAt);
    if (price === null) throw new Refusal(MESSAGE.busy);
    return price;
  }
}
