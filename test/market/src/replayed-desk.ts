import { JudgedMarket } from '../../../packages/service/src/engine/market/judged-market.ts';
import type { Book } from '../../../packages/service/src/market/book.ts';
import { buyPrice, sellPrice } from '../../../packages/service/src/market/ladder-price.ts';
import { DEFAULT_MARKET_LIMITS } from '../../../packages/service/src/market/market-limits.ts';
import { DEFAULT_PREMIUM_LIMITS } from '../../../packages/service/src/market/premium-limits.ts';
import { CoinBooks } from '../../../packages/service/src/market/venues/coin-books.ts';
import { isGood } from '../../../packages/service/src/market/venues/venue.ts';
import { VENUE_TIMES } from '../../../packages/service/src/market/venues/venue-times.ts';
import type { MarketPrice } from '../../../packages/service/src/pricing/market-prices.ts';
import { type Price, Rates } from '../../../packages/service/src/pricing/rates.ts';
import type { Sent } from './faults.ts';
import { type TrueCoin, VENUES } from './true-market.ts';

const OPENING_MS = 5_000;
const ONE = 10n ** 18n;

export interface Offer {
  readonly sell: number;
  readonly buy: number;
}

/** A desk from the readings of venues to what it quotes, without sockets and without a store. */
export class ReplayedDesk {
  private readonly coins: readonly TrueCoin[];
  private now: number;
  private open = new Map<string, { books: CoinBooks; held: Book | null }>();
  private market = new JudgedMarket(new Map());
  private openedAt: number;
  private readonly stored = new Map<string, Price>();

  constructor(coins: readonly TrueCoin[], now: number) {
    this.coins = coins;
    this.now = now;
    this.openedAt = now;
    this.begin();
  }

  /** Whoever led is gone with all that it knew; another begins. What is stored stays. */
  begin(): void {
    this.openedAt = this.now;
    this.market = new JudgedMarket(new Map());
    this.open = new Map();
    for (const venue of VENUES)
      for (const { abbr } of this.coins) {
        const key = `${venue} ${abbr}`;
        const ears = {
          book: (book: Book) => this.hold(key, book),
          state: (_: string, state: Parameters<typeof isGood>[0]) => {
            if (!isGood(state)) this.hold(key, null);
          },
        };
        const world = { nowMs: () => this.now, random: () => 0.5 };
        const books = new CoinBooks({ venue, abbr, times: VENUE_TIMES, world, ears });
        this.open.set(key, { books, held: null });
      }
  }

  at(now: number): void {
    this.now = now;
  }

  /** As a stream's readings are heard (`ccxt-coin.ts`). */
  hear(venue: string, abbr: string, sent: Sent): void {
    const { books } = this.open.get(`${venue} ${abbr}`) as { books: CoinBooks };
    if (sent === 'wait') books.fail('limited', 'it has told us to wait');
    else if (sent !== 'nothing') {
      const heard = books.hear(sent, 'streaming');
      if (typeof heard === 'object') books.fail(heard.what, heard.words);
    }
    this.market.hear(abbr);
  }

  /** What whoever leads does each time. */
  judge(): void {
    for (const { books } of this.open.values()) books.look();
    const { prices } = this.market.judge({
      coins: this.coins.map(({ abbr, isStable }) => ({ abbr, isStable, isSmall: false })),
      booksOf: (abbr) => VENUES.flatMap((venue) => this.open.get(`${venue} ${abbr}`)?.held ?? []),
      isOpening: () => this.now - this.openedAt <= OPENING_MS,
      limits: DEFAULT_MARKET_LIMITS,
      premium: DEFAULT_PREMIUM_LIMITS,
      waitS: 630,
      now: this.now,
    });
    this.market.noteStored(prices);
    for (const price of prices) this.store(price);
  }

  /** What it would give for so many USDT worth now; null: it does not quote the coin in that mode. */
  offer(abbr: string, mode: 'float' | 'fixed', usdt: number, mid: number): Offer | null {
    const rates = new Rates([...this.stored.values()].filter((price) => price.abbr === abbr));
    const price = rates.quoted(abbr, { now: Math.floor(this.now / 1_000), maxAgeS: 60 }, mode);
    if (price?.ladder == null) return null;
    const sell = sellPrice(price.ladder, BigInt(Math.round((usdt / mid) * 1e9)) * 10n ** 9n);
    const buy = buyPrice(price.ladder, BigInt(usdt) * ONE);
    return sell === null || buy === null ? null : { sell: Number(sell) / 1e18, buy: Number(buy) / 1e18 };
  }

  private hold(key: string, book: Book | null): void {
    const known = this.open.get(key);
    if (known !== undefined) known.held = book;
  }

  /** As `storeMarketPrices` does: a coin without a mid keeps its last price, and stops. */
  private store({
    abbr,
    at,
    mid,
    ladder,
    float,
    fixed,
    floatUntil,
    fixedUntil,
    premiumPpm,
  }: MarketPrice): void {
    const known = this.stored.get(abbr);
    if (mid === null && known === undefined) return;
    const until = (ms: number | null | undefined) => (ms == null ? null : Math.floor(ms / 1_000) - 1);
    this.stored.set(abbr, {
      abbr,
      source: 'market',
      value: mid ?? (known as Price).value,
      at: mid === null ? (known as Price).at : Math.floor(at / 1_000),
      ladder,
      floatStop: float === 'ok' ? null : float,
      fixedStop: fixed === 'ok' ? null : fixed,
      floatUntil: until(floatUntil),
      fixedUntil: until(fixedUntil),
      premiumPpm,
    });
  }
}
