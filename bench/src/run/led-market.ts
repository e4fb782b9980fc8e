import { JudgedMarket } from '@swapdesk/service/dist/engine/market/judged-market.js';
import type { Book, Level } from '@swapdesk/service/dist/market/book.js';
import { DEFAULT_MARKET_LIMITS } from '@swapdesk/service/dist/market/market-limits.js';
import { DEFAULT_PREMIUM_LIMITS } from '@swapdesk/service/dist/market/premium-limits.js';
import { storeMarketPrices } from '@swapdesk/service/dist/pricing/market-prices.js';
import type pg from 'pg';

const VENUES = ['a', 'b', 'c', 'd', 'e'];
const LEVELS = 20;
const ONE = 10n ** 18n;
/** As whoever leads does it (`engine/market/`). */
const LOOK_MS = 200;
const TICK_MS = 20;

/** A market that is led from this process: five venues with books of 20 levels for each coin. */
export interface LedMarket {
  /** So many books change each second from now on; 0: none does, and all are told again. */
  storm(perSecond: number): void;
  stop(): Promise<void>;
}

/** Leads until it is stopped. Prices are stored when this returns. */
export async function leadMarket(database: pg.Pool, abbrs: readonly string[]): Promise<LedMarket> {
  const market = new JudgedMarket(new Map());
  const books = new Map(abbrs.map((abbr) => [abbr, VENUES.map((venue) => bookOf(venue, abbr, 0))]));
  let [perSecond, told, turn, isStopped] = [0, 0, 0, false];

  const tick = () => {
    for (const due = Math.round((perSecond * TICK_MS) / 1_000); turn < due; turn++, told++) {
      const abbr = abbrs[told % abbrs.length] as string;
      const n = Math.floor(told / abbrs.length) % VENUES.length;
      (books.get(abbr) as Book[])[n] = bookOf(VENUES[n] as string, abbr, told % 7);
      market.hear(abbr);
    }
    turn = 0;
  };
  const look = async () => {
    const now = Date.now();
    const young = (abbr: string) => (books.get(abbr) as Book[]).map((book) => ({ ...book, at: now }));
    const { prices } = market.judge({
      coins: abbrs.map((abbr) => ({ abbr, isStable: true, isSmall: false })),
      booksOf: young,
      isOpening: () => false,
      limits: { ...DEFAULT_MARKET_LIMITS, pegPpm: 500_000 },
      premium: DEFAULT_PREMIUM_LIMITS,
      waitS: 4_230,
      now,
    });
    await storeMarketPrices(database, prices);
    market.noteStored(prices);
  };
  await look();
  const ticking = setInterval(tick, TICK_MS);
  const looking = (async () => {
    while (!isStopped) {
      await look();
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  })();
  return {
    storm: (next) => {
      perSecond = next;
    },
    async stop() {
      isStopped = true;
      clearInterval(ticking);
      await looking;
    },
  };
}

/** Around 1, a hair higher or lower each time. */
function bookOf(venue: string, abbr: string, hair: number): Book {
  const side = (direction: bigint): Level[] =>
    Array.from({ length: LEVELS }, (_, n) => ({
      price:
        ONE + direction * (ONE / 1_000n + (BigInt(n) * ONE) / 10_000n) + (BigInt(hair) * ONE) / 1_000_000n,
      amount: 50_000n * ONE,
    }));
  return { venue, abbr, at: Date.now(), bids: side(-1n), asks: side(1n) };
}
