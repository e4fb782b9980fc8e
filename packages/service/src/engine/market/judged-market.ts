import type { Book } from '../../market/book.ts';
import { holdsUntil } from '../../market/holds-until.ts';
import { judgeMarket, type MarketVerdict } from '../../market/judge-market.ts';
import type { LeftOutWhy, MarketCoin } from '../../market/judge-venues.ts';
import type { MarketLimits } from '../../market/market-limits.ts';
import { marketNews } from '../../market/market-words.ts';
import { premiumPpm } from '../../market/premium.ts';
import type { PremiumLimits } from '../../market/premium-limits.ts';
import { TOLD_IN } from '../../market/venues/known-venues.ts';
import { addSample, type MidSample, volatilityPpm } from '../../market/volatility.ts';
import { ONE } from '../../money/fixed.ts';
import type { MarketPrice } from '../../pricing/market-prices.ts';
import { saysTheSame } from './same-price.ts';

/** Whatever was judged or stored longer ago is judged and stored again, changed or not. */
const AGAIN_MS = 900;

/** What one look at the market is made with. */
export interface MarketLook {
  readonly coins: readonly MarketCoin[];
  booksOf(abbr: string): readonly Book[];
  /** True while a venue has just been opened for a coin and may speak any moment: it is too early to say that too few do. */
  isOpening(abbr: string): boolean;
  readonly limits: MarketLimits;
  readonly premium: PremiumLimits;
  /** For how long whoever has a fixed price may take it or leave it. */
  readonly waitS: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/** What is to be stored, and what somebody should know. */
export interface MarketOutcome {
  readonly prices: readonly MarketPrice[];
  readonly news: readonly string[];
}

/** What whoever watches the venues keeps in mind of each coin. Knows neither venues nor store. */
export class JudgedMarket {
  private readonly verdicts = new Map<string, MarketVerdict>();
  private readonly told = new Map<string, MarketVerdict>();
  private readonly histories: Map<string, readonly MidSample[]>;
  private readonly stored = new Map<string, MarketPrice>();
  private readonly changed = new Set<string>();

  constructor(histories: ReadonlyMap<string, readonly MidSample[]>) {
    this.histories = new Map(histories);
  }

  /** A book of the coin has changed. */
  hear(abbr: string): void {
    this.changed.add(abbr);
  }

  /** Why a venue's book of a coin did not count when it was last judged. */
  leftOut(venue: string, abbr: string): LeftOutWhy | null {
    const out = this.verdicts.get(abbr)?.leftOut.find((each) => each.venue === venue);
    return out?.why ?? null;
  }

  /** Judges each coin that has changed, or about which time alone may have changed something. */
  judge(look: MarketLook): MarketOutcome {
    const prices: MarketPrice[] = [];
    const news: string[] = [];
    for (const coin of look.coins) {
      if (coin.abbr === TOLD_IN) {
        prices.push(unit(look.now));
        continue;
      }
      const before = this.verdicts.get(coin.abbr) ?? null;
      if (!this.changed.has(coin.abbr) && before !== null && !isDue(before, look)) continue;
      this.changed.delete(coin.abbr);
      const verdict = judgeMarket(coin, look.booksOf(coin.abbr), before, look);
      this.verdicts.set(coin.abbr, verdict);
      if (verdict.fixed === 'few' && look.isOpening(coin.abbr)) continue;
      news.push(...marketNews(this.told.get(coin.abbr) ?? null, verdict));
      this.told.set(coin.abbr, verdict);
      prices.push(this.priceOf(verdict, look));
    }
    return { prices: prices.filter((price) => this.isNews(price)), news };
  }

  /** These are in the store. */
  noteStored(prices: readonly MarketPrice[]): void {
    for (const price of prices) this.stored.set(price.abbr, price);
  }

  private priceOf(verdict: MarketVerdict, { limits, premium, waitS, now }: MarketLook): MarketPrice {
    const { abbr, at, ladder, mid, float, fixed } = verdict;
    if (mid !== null)
      this.histories.set(abbr, addSample(this.histories.get(abbr) ?? [], { at: now, mid }, premium));
    const volatility = volatilityPpm(this.histories.get(abbr) ?? [], premium);
    return {
      abbr,
      at,
      ladder,
      mid,
      float,
      fixed,
      premiumPpm: fixed === 'ok' ? premiumPpm(volatility, waitS, premium) : null,
      floatUntil: holdsUntil(verdict, 'float', limits),
      fixedUntil: holdsUntil(verdict, 'fixed', limits),
    };
  }

  private isNews(price: MarketPrice): boolean {
    const known = this.stored.get(price.abbr);
    return known === undefined || price.at - known.at >= AGAIN_MS || !saysTheSame(known, price);
  }
}

function isDue(verdict: MarketVerdict, { limits, now }: MarketLook): boolean {
  if (now - verdict.at >= AGAIN_MS || now < verdict.at) return true;
  return (['float', 'fixed'] as const).some((mode) => {
    const until = holdsUntil(verdict, mode, limits);
    return until !== null && now > until;
  });
}

/** The coin that all are priced in. */
function unit(now: number): MarketPrice {
  return { abbr: TOLD_IN, at: now, ladder: null, mid: ONE, float: 'ok', fixed: 'ok', premiumPpm: null };
}
