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
  expect(inAll.get('LTC')).toMatchObject({ sold: 1_500n * ONE, bought: 1_000n * ONE });
  expect(inAll.get('BTC')).toMatchObject({ sold: 1_000n * ONE, bought: 0n });
  await one!.share(NOW + 121, WINDOW_S);
  expect((await other!.share(NOW + 121, WINDOW_S)).get('LTC')?.sold).toBe(500n * ONE);
  // The one has gone since, and says nothing more.
  expect((await other!.share(NOW + 242, WINDOW_S)).size).toBe(0);
  expect((await other!.share(NOW + 121, 0)).size).toBe(0);
});

it('what was promised and cancelled counts no more, whichever node heard that, and takes nothing from others', async () => {
  const [one, other] = ['placed', 'cancelled'].map((node) => new TakenTally(store.database, node));
  const at = NOW + 5_000;
  for (let n = 0; n < 50; n++) {
    one!.promise('LTC', [usdt(1_000n)], at + n);
    (n % 2 === 0 ? one! : other!).takeBack('LTC', [usdt(1_000n)], at + n, at + n);
  }
  one!.promise('LTC', [usdt(300n)], at + 49);
  one!.note('LTC', [usdt(20n)], at + 49);
  const shared = async (now: number) => {
    await one!.share(now, WINDOW_S);
    await other!.share(now, WINDOW_S);
    return one!.share(now, WINDOW_S);
  };
  const left = { sold: 20n * ONE, bought: 0n, promisedSold: 300n * ONE, promisedBought: 0n };
  expect((await shared(at + 50)).get('LTC')).toEqual(left);
  // Of an order that is no longer counted there is nothing to take back.
  other!.takeBack('LTC', [usdt(1_000n)], at - 4_000, at + 50);
  other!.takeBack('LTC', [usdt(1_000n)], at - WINDOW_S, at + 50);
  expect((await shared(at + 50)).get('LTC')).toEqual(left);
  other!.takeBack('BTC', [usdt(1n)], at + 50, at + 50);
  expect((await shared(at + 50)).has('BTC')).toBe(false);
});

it('what nobody asks for is forgotten all the same', () => {
  const tally = new TakenTally(store.database, 'unasked');
  for (let n = 0; n < 10_000; n++) tally.note('LTC', [usdt(1n)], NOW + n);
  expect((tally as unknown as { seconds: Map<number, unknown> }).seconds.size).toBeLessThan(3_610);
});

it('what was noted since all was shared is told by itself, until it is shared', async () => {
  const tally = new TakenTally(store.database, 'fresh');
  tally.note('LTC', [usdt(5n)], NOW + 40_000);
  expect(tally.unshared().get('LTC')?.sold).toBe(5n * ONE);
  expect((await tally.share(NOW + 40_000, WINDOW_S)).get('LTC')?.sold).toBe(5n * ONE);
  expect(tally.unshared().size).toBe(0);
  tally.note('LTC', [usdt(5n)], NOW + 40_000);
  await tally.share(NOW + 40_000, 0);
  expect(tally.unshared().size).toBe(0);
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

it('what cannot be read counts for nothing, and keeps nobody from hearing the rest', async () => {
  const at = NOW + 10_000;
  const [one, other] = ['a', 'b'].map((node) => new TakenTally(store.database, node));
  one!.note('LTC', [usdt(1_000n)], at);
  await one!.share(at, WINDOW_S);
  const odd = [
    '{}',
    'null',
    '[1]',
    '[["LTC", "x"]]',
    '[["LTC", {}]]',
    '[[1, "5"]]',
    '[["LTC", null, "1.5"]]',
  ];
  for (const [n, coins] of odd.entries())
    await store.database.query('INSERT INTO taken (node, at, coins) VALUES ($1, $2, $3)', [
      `odd ${n}`,
      at,
      coins,
    ]);
  const inAll = await other!.share(at, WINDOW_S);
  expect(inAll.get('LTC')).toMatchObject({ sold: 1_000n * ONE, bought: 0n });
});
