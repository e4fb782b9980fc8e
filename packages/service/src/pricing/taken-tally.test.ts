import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { ladderOf } from '../market/ladder.ts';
import { DEFAULT_MARKET_LIMITS } from '../market/market-limits.ts';
import { bookOf } from '../market/testing/books.ts';
import { ONE, parseFixed } from '../money/fixed.ts';
import { Rates } from './rates.ts';
import { sourcePrice } from './sized-prices.ts';
import { TakenTally } from './taken-tally.ts';

const NOW = 1_700_000_000;
const WINDOW_S = 120;

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const USDT = { abbr: 'USDT', decimals: 6, price: ONE };
const usdt = (whole: bigint) => ({ ...USDT, units: whole * 1_000_000n });

/** Ten coins at each of ten prices, a percent apart in all. */
const LADDER = ladderOf(
  [
    bookOf(
      Array.from({ length: 10 }, (_, n) => [String(100 - n / 10), '20'] as const),
      [['100.1', '1000']],
    ),
  ],
  { sizesUsdt: DEFAULT_MARKET_LIMITS.sizesUsdt, minVenues: 1 },
);
const RATES = new Rates([
  { abbr: 'LTC', value: parseFixed('100'), at: NOW, source: 'market', ladder: LADDER },
]);
const brings = (rates: Rates, coins: bigint) => {
  const { value, ladder } = rates.last('LTC')!;
  return sourcePrice({ price: value, ladder: ladder ?? null, decimals: 8 }, coins * 10n ** 8n)!;
};

it('what one node has taken every node counts, until it is two minutes ago', async () => {
  const [one, other] = ['one', 'other'].map((node) => new TakenTally(store.database, node));
  one!.note('LTC', [usdt(1_000n)], NOW);
  one!.note('LTC', [usdt(500n)], NOW + 60);
  other!.note('BTC', [{ abbr: 'LTC', decimals: 8, price: 100n * ONE, units: 10n ** 9n }], NOW + 60);
  await one!.share(NOW + 60, WINDOW_S);
  const inAll = await other!.share(NOW + 60, WINDOW_S);
  expect(inAll.get('LTC')).toEqual({ sold: 1_500n * ONE, bought: 1_000n * ONE });
  expect(inAll.get('BTC')).toEqual({ sold: 1_000n * ONE, bought: 0n });
  await one!.share(NOW + 121, WINDOW_S);
  expect((await other!.share(NOW + 121, WINDOW_S)).get('LTC')?.sold).toBe(500n * ONE);
  // The one has gone since, and says nothing more.
  expect((await other!.share(NOW + 242, WINDOW_S)).size).toBe(0);
  expect((await other!.share(NOW + 121, 0)).size).toBe(0);
});

it('the same coin on another chain is not traded', async () => {
  const tally = new TakenTally(store.database, 'alone');
  tally.note('USDT', [usdt(1_000n)], NOW + 9_000);
  expect((await tally.share(NOW + 9_000, WINDOW_S)).size).toBe(0);
});

it('forty small orders bring together no more than a large one', async () => {
  const tally = new TakenTally(store.database, 'small');
  let [now, together] = [NOW + 20_000, 0n];
  for (let n = 0; n < 40; n++, now++) {
    const rates = RATES.behind(await tally.share(now, WINDOW_S));
    const price = brings(rates, 1n);
    together += price;
    tally.note('LTC', [{ ...USDT, units: price / 10n ** 12n + 1n }], now);
  }
  expect(together <= brings(RATES, 40n) * 40n + ONE / 100n).toBe(true);
  expect(brings(RATES, 1n) * 40n > together).toBe(true);
});
