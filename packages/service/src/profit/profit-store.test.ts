import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { ACCOUNTS, type LedgerAccount, type Posting } from '../ledger/accounts.ts';
import { balancesOfAll, foldLedger } from '../ledger/balances.ts';
import { post } from '../ledger/post.ts';
import { foldResults, PRICED_WITHIN_S } from './fold-results.ts';
import { CAPITAL, OWN_ACCOUNTS, RESULT_PARTS } from './parts.ts';
import { readHoldings, wrongHoldings } from './read-holdings.ts';
import { readOrderSums, readSums } from './read-sums.ts';
import { DAY_S } from './reckon.ts';
import { type DaySpan, type Sum, totalOf } from './sums.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const ASSETS = [1, 2, 3];
const ALL: DaySpan = { from: null, until: null };
const usdt = 10n ** 18n;

/** As of the last day that anything is booked on here. */
const fold = (now = 3 * DAY_S) => foldResults(store.database, () => now);

beforeEach(empty);
async function empty(): Promise<void> {
  await store.database.query(
    `TRUNCATE ledger_entry, ledger_delta, ledger_balance, result_due, result_day, result_order, inventory, price`,
  );
}

/** What the coins of the first assets are held at from now on. */
async function price(assetId: number, value: bigint): Promise<void> {
  await store.database.query(
    `INSERT INTO price (abbr, price, at, source, changed_at, anchor_price, anchor_at)
     SELECT abbr, $2::numeric / 1000000000000000000, 0, 'test', 0, 1, 0 FROM asset WHERE id = $1
         ON CONFLICT (abbr) DO UPDATE SET price = excluded.price`,
    [assetId, String(value)],
  );
}

const move = (
  from: LedgerAccount,
  to: LedgerAccount,
  assetId: number,
  units: bigint,
  orderId = 1,
): Posting => ({
  why: 'test',
  entries: [
    { account: from, assetId, units: -units, ...(from === 'order' ? { orderId } : {}) },
    { account: to, assetId, units, ...(to === 'order' ? { orderId } : {}) },
  ],
});

async function allSums(span = ALL, pageRows = 40): Promise<Record<string, Sum[]>> {
  const order: Sum[] = [];
  for await (const page of readOrderSums(store.database, span, pageRows)) order.push(...page);
  const of = (by: 'day' | 'pair' | 'venue') => readSums(store.database, by, span);
  return { day: await of('day'), pair: await of('pair'), venue: await of('venue'), order };
}

const total = (sums: readonly Sum[]) => {
  const { result, capital, parts } = totalOf(sums);
  return { result, capital, parts: [...parts].filter(([, value]) => value !== 0n).sort() };
};

/** Units of the parts that an account carries, whatever they are called. */
const unitsOf = (sums: readonly Sum[], parts: readonly string[], assetId: number) =>
  sums
    .filter((sum) => sum.assetId === assetId && parts.includes(sum.part))
    .reduce((all, { units }) => all + units, 0n);

async function agreesWithLedger(): Promise<void> {
  expect(await wrongHoldings(store.database)).toEqual([]);
  const sums = await allSums();
  const balances = await balancesOfAll(store.database, OWN_ACCOUNTS);
  for (const each of Object.values(sums)) {
    for (const assetId of ASSETS) {
      const owed = (account: LedgerAccount) => -(balances.get(account)?.get(assetId) ?? 0n);
      for (const account of ['fee', 'network', 'rounding', 'loss'] as const)
        expect(unitsOf(each, [account], assetId)).toBe(owed(account));
      expect(unitsOf(each, ['spread', 'commission', CAPITAL], assetId)).toBe(owed('treasury'));
    }
    expect(total(each)).toEqual(total(sums.day as Sum[]));
  }
  const { result, capital } = totalOf(sums.day as Sum[]);
  const holdings = await readHoldings(store.database);
  expect(holdings.reduce((all, { cost }) => all + cost, 0n)).toBe(result + capital);
}

describe('results', () => {
  it('are the ledger to the unit, by day, pair, venue and order, before and after folding, whatever was posted', async () => {
    const account = fc.constantFrom(...ACCOUNTS);
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.tuple(
          account,
          account,
          fc.constantFrom(...ASSETS),
          fc.bigInt(-(10n ** 20n), 10n ** 20n),
          fc.nat({ max: 3 * DAY_S }),
          fc.integer({ min: 1, max: 3 }),
        ),
      },
      {
        weight: 2,
        arbitrary: fc.tuple(
          fc.constant('price' as const),
          fc.constantFrom(...ASSETS),
          fc.bigInt(1n, 10n ** 23n),
        ),
      },
      { weight: 1, arbitrary: fc.constant(['fold'] as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        await empty();
        for (const each of steps) {
          if (each[0] === 'fold') await fold();
          else if (each[0] === 'price') await price(each[1] as number, each[2] as bigint);
          else {
            const [from, to, assetId, units, at, order] = each as [
              LedgerAccount,
              LedgerAccount,
              number,
              bigint,
              number,
              number,
            ];
            await post(store.database, [move(from, to, assetId, units, order)], at);
          }
        }
        await agreesWithLedger();
        const before = total(await readSums(store.database, 'day', ALL));
        await fold();
        await foldLedger(store.database);
        await agreesWithLedger();
        expect(total(await readSums(store.database, 'day', ALL))).toEqual(before);
      }),
      { numRuns: 12 },
    );
  });

  it('are worth what coins were held at when they were booked, whatever these do later', async () => {
    await price(1, 100n * usdt);
    await post(store.database, [move('fee', 'order', 1, 250_000_000n)], 0);
    await price(1, 70n * usdt);
    await fold();
    await price(1, 1n * usdt);
    expect(totalOf(await readSums(store.database, 'day', ALL)).parts.get('fee')).toBe(250n * usdt);
    // One that has just come is worth what it is worth now; the rest has lost 99 of 100.
    const [{ unrealised } = { unrealised: null }] = await readHoldings(store.database);
    expect(unrealised).toBe(-2475n * (usdt / 10n));
  });

  it('of a coin without a price wait for its first one, and keep it; units count at once', async () => {
    await post(store.database, [move('fee', 'order', 1, 100_000_000n)], 0);
    await fold();
    const before = await readSums(store.database, 'pair', ALL);
    expect(before).toEqual([{ group: ['?'], part: 'fee', assetId: 1, units: 100_000_000n, value: 0n }]);
    expect(await readHoldings(store.database)).toMatchObject([{ price: null, unrealised: null }]);
    await price(1, 5n * usdt);
    await fold();
    await price(1, 9n * usdt);
    await fold();
    expect(totalOf(await readSums(store.database, 'pair', ALL)).result).toBe(5n * usdt);
    expect(await readHoldings(store.database)).toMatchObject([{ unrealised: 4n * usdt }]);
  });

  it('of a coin that has no price for a week are worth nothing for good, and due no longer', async () => {
    await post(store.database, [move('fee', 'order', 1, 100_000_000n)], 0);
    await post(store.database, [move('fee', 'order', 1, 100_000_000n)], DAY_S);
    const due = async () => (await store.database.query('SELECT 1 FROM result_due')).rowCount;
    await fold(PRICED_WITHIN_S);
    expect(await due()).toBe(2);
    await fold(PRICED_WITHIN_S + 1);
    expect(await due()).toBe(1);
    await price(1, 5n * usdt);
    await fold(2 * PRICED_WITHIN_S);
    expect(await due()).toBe(0);
    // The second got its price all the same; the first is held at no cost.
    expect(totalOf(await readSums(store.database, 'day', ALL)).result).toBe(5n * usdt);
    expect(await readHoldings(store.database)).toMatchObject([
      { units: 200_000_000n, unrealised: 5n * usdt },
    ]);
    await agreesWithLedger();
  });

  it('of a span are those of its days, by order too, however many pages there are', async () => {
    await price(1, usdt);
    const postings = Array.from({ length: 130 }, (_, n) => move('fee', 'order', 1, 100_000_000n, n + 1));
    await post(store.database, postings, DAY_S);
    await post(store.database, postings, 2 * DAY_S);
    await post(store.database, [move('fee', 'order', 1, 100_000_000n)], 3 * DAY_S);
    await fold();
    const sums = await allSums({ from: DAY_S, until: 3 * DAY_S }, 50);
    for (const each of Object.values(sums)) expect(totalOf(each).result).toBe(260n * usdt);
    expect(new Set(sums.order?.map(({ group }) => group.join())).size).toBe(260);
    expect(sums.day?.map(({ group }) => group[0])).toEqual(['1970-01-02', '1970-01-03']);
  });

  it('are counted once while postings, folding and reading go on', async () => {
    await price(1, usdt);
    let isOver = false;
    const lane = async () => {
      for (let n = 0; n < 30; n++) await post(store.database, [move('fee', 'rounding', 1, 1n)], 0);
    };
    const until = async (work: () => Promise<void>) => {
      while (!isOver) await work();
    };
    const folding = until(() => fold());
    const reading = until(async () => {
      expect(await wrongHoldings(store.database)).toEqual([]);
      const sums = await readSums(store.database, 'day', ALL);
      expect(unitsOf(sums, RESULT_PARTS, 1)).toBe(0n);
    });
    await Promise.all([lane(), lane()]);
    isOver = true;
    await Promise.all([folding, reading]);
    expect(unitsOf(await readSums(store.database, 'day', ALL), ['fee'], 1)).toBe(60n);
  });
});
