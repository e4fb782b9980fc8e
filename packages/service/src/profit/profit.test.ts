import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNTS, type LedgerAccount } from '../ledger/accounts.ts';
import { moveStock, NO_STOCK, type Stock } from './inventory.ts';
import { CAPITAL, HOLDING, OWN_ACCOUNTS, partOf, RESULT_PARTS } from './parts.ts';
import { type BookedPosting, DAY_S, type PricedLine, reckon } from './reckon.ts';
import { resultLines } from './result-lines.ts';
import { groupsOf, sumUp, totalOf } from './sums.ts';
import { worthAt } from './worth-at.ts';

const sumOf = (all: readonly bigint[]) => all.reduce((sum, each) => sum + each, 0n);
const units = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const price = fc.bigInt({ min: 1n, max: 10n ** 23n });

/** Any lines that add up in each of three assets, for some of four orders, each asset at one price. */
const posting: fc.Arbitrary<BookedPosting> = fc
  .record({
    at: fc.integer({ min: 0, max: 3 * DAY_S }),
    prices: fc.array(fc.option(price), { minLength: 3, maxLength: 3 }),
    moves: fc.array(
      fc.tuple(
        fc.constantFrom(...ACCOUNTS),
        fc.constantFrom(...ACCOUNTS),
        fc.integer({ min: 1, max: 3 }),
        units,
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
      ),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ at, prices, moves }) => ({
    at,
    lines: moves.flatMap(([from, to, assetId, moved, order, isFor]): PricedLine[] => {
      const line = (account: LedgerAccount, by: bigint): PricedLine => ({
        account,
        orderId: account === 'order' ? order : null,
        forOrder: account === 'loss' && isFor ? order : null,
        venue: account === 'network' && isFor ? 'somewhere' : '',
        assetId,
        units: by,
        price: prices[assetId - 1] ?? null,
        decimals: assetId * 6,
      });
      return [line(from, -moved), line(to, moved)];
    }),
  }));

describe('what a posting brought', () => {
  it('is what its own accounts owe by it, to the unit, for whatever orders', () => {
    const property = fc.property(posting, ({ lines }) => {
      const results = resultLines(lines);
      const booked = new Set(lines.map(({ account }) => account));
      const add = (sums: Map<string, bigint>, key: string, by: bigint) =>
        sums.set(key, (sums.get(key) ?? 0n) + by);
      const [carried, brought] = [new Map<string, bigint>(), new Map<string, bigint>()];
      for (const line of lines) {
        const part = partOf(line.account, booked);
        if (part !== null) add(carried, `${part} ${line.assetId}`, -line.units);
      }
      for (const key of carried.keys()) brought.set(key, 0n);
      for (const line of results) add(brought, `${line.part} ${line.assetId}`, line.units);
      expect(brought).toEqual(carried);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('is shared by the orders that it pays, none more than a unit before another', () => {
    const property = fc.property(
      fc.bigInt({ min: -1_000n, max: 1_000n }),
      fc.integer({ min: 1, max: 7 }),
      (fee, n) => {
        const base = { forOrder: null, venue: '', assetId: 1 };
        const orders = Array.from({ length: n }, (_, order) => order + 1);
        const shares = resultLines([
          ...orders.map((orderId) => ({ ...base, account: 'order' as const, orderId, units: 5n })),
          { ...base, account: 'network', orderId: null, units: fee },
        ]).map((line) => line.units);
        expect(sumOf(shares)).toBe(-fee);
        const all = [...shares, ...Array.from({ length: n - shares.length }, () => 0n)];
        const [least, most] = [all.reduce((a, b) => (a < b ? a : b)), all.reduce((a, b) => (a > b ? a : b))];
        expect(most - least <= 1n).toBe(true);
      },
    );
    fc.assert(property);
  });

  it('leaves nothing if it is undone at the same price', () => {
    const property = fc.property(posting, (booked) => {
      const undone = { ...booked, lines: booked.lines.map((line) => ({ ...line, units: -line.units })) };
      const { results, stocks } = reckon([booked, undone], new Map());
      expect(sumOf(results.map(({ value }) => value))).toBe(0n);
      expect([...stocks.values()]).toEqual([...stocks].map(() => NO_STOCK));
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('counts for the day of its posting, and no other', () => {
    const property = fc.property(fc.array(posting, { maxLength: 8 }), posting, (before, late) => {
      const { results, stocks } = reckon(before, new Map());
      const after = reckon([late], stocks).results;
      const days = (all: typeof results) =>
        groupsOf(sumUp(all.map((each) => ({ ...each, group: [String(each.day)] }))));
      const lateDay = String(late.at - (late.at % DAY_S));
      const others = (all: typeof results) => days(all).filter(({ names }) => names[0] !== lateDay);
      expect(others([...results, ...after])).toEqual(others(results));
    });
    fc.assert(property);
  });
});

describe('postings', () => {
  it('are told in the same order, whichever of a group was found first', () => {
    const property = fc.property(fc.array(posting, { maxLength: 10 }), (postings) => {
      const sums = reckon(postings, new Map()).results.map((each) => ({ ...each, group: ['all'] }));
      expect(sumUp(sums.toReversed())).toEqual(sumUp(sums));
    });
    fc.assert(property);
  });

  it('sum up to the same, whichever way they are grouped', () => {
    const property = fc.property(fc.array(posting, { maxLength: 10 }), (postings) => {
      const { results } = reckon(postings, new Map());
      const total = totalOf(results.map((each) => ({ ...each, group: [] })));
      const ways = [
        ({ day }: (typeof results)[number]) => [String(day)],
        ({ orderId }: (typeof results)[number]) => [String(orderId)],
        ({ venue }: (typeof results)[number]) => [venue],
      ];
      for (const way of ways) {
        const groups = groupsOf(sumUp(results.map((each) => ({ ...each, group: way(each) }))));
        expect(sumOf(groups.map(({ result }) => result))).toBe(total.result);
        expect(sumOf(groups.map(({ capital }) => capital))).toBe(total.capital);
      }
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('leave what the ledger owes to the operator, at a cost that is all results and all capital', () => {
    const property = fc.property(fc.array(posting, { maxLength: 12 }), (postings) => {
      const { results, stocks } = reckon(postings, new Map());
      for (const assetId of [1, 2, 3]) {
        const owed = postings
          .flatMap(({ lines }) => lines)
          .filter((line) => line.assetId === assetId && OWN_ACCOUNTS.includes(line.account));
        expect(stocks.get(assetId)?.units ?? 0n).toBe(-sumOf(owed.map((line) => line.units)));
      }
      const { result, capital } = totalOf(results.map((each) => ({ ...each, group: [] })));
      expect(sumOf([...stocks.values()].map(({ cost }) => cost))).toBe(result + capital);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('average cost', () => {
  const move = fc.tuple(units, price);
  const run = (moves: readonly (readonly [bigint, bigint])[], begin: Stock = NO_STOCK) => {
    let stock = begin;
    let realised = 0n;
    for (const [by, at] of moves) {
      const moved = moveStock(stock, { units: by, value: worthAt(by, at, 8) });
      stock = moved.stock;
      realised += moved.realised;
    }
    return { stock, realised };
  };

  it('of nothing is nothing, and never of the wrong sign', () => {
    const property = fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      const { stock } = run(moves);
      if (stock.units === 0n) expect(stock.cost).toBe(0n);
      else expect(stock.units > 0n ? stock.cost >= 0n : stock.cost <= 0n).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('of one price is that price, and nothing is realised at it but the rounding', () => {
    const property = fc.property(fc.array(units, { maxLength: 10 }), price, (all, at) => {
      const { stock, realised } = run(all.map((by) => [by, at] as const));
      const off = stock.cost - worthAt(stock.units, at, 8);
      expect(off * off <= 100n && realised * realised <= 400n).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('is that of what came in, and stays so while some of it leaves', () => {
    const usdt = 10n ** 18n;
    const { stock, realised } = run([
      [200_000_000n, 100n * usdt],
      [200_000_000n, 200n * usdt],
      [-100_000_000n, 500n * usdt],
    ]);
    expect(stock).toEqual({ units: 300_000_000n, cost: 450n * usdt });
    expect(realised).toBe(350n * usdt);
    // All of it, and a coin that is owed then: it came in at what it was worth when it left.
    expect(run([[-400_000_000n, 100n * usdt]], stock)).toEqual({
      stock: { units: -100_000_000n, cost: -100n * usdt },
      realised: -150n * usdt,
    });
  });
});

describe('the table of accounts', () => {
  it('names the parts in the order that reports have them', () => {
    expect(RESULT_PARTS).toEqual([
      'fee',
      'spread',
      'commission',
      'network',
      'rounding',
      'loss',
      'hedging',
      HOLDING,
    ]);
  });

  it.each([
    ['treasury', ['treasury', 'order'], 'spread'],
    ['treasury', ['treasury', 'withdrawal'], CAPITAL],
    ['treasury', ['treasury', 'settlement'], 'commission'],
    ['treasury', ['treasury', 'incoming'], CAPITAL],
    ['fee', ['fee', 'order'], 'fee'],
    ['order', ['order', 'treasury'], null],
  ] as const)('says that %s in a posting of %j carries %s', (account, booked, part) => {
    expect(partOf(account, new Set(booked))).toBe(part);
  });
});
