import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../ledger/accounts.ts';
import { parseFixed } from '../money/fixed.ts';
import { PROMISED_DECIMALS, powerOfTen } from '../money/units.ts';
import { quote } from '../pricing/quote.ts';
import { type ExchangeEntry, exchange } from './exchange.ts';

const SOURCE = 1;

function entryOf(changes: Partial<ExchangeEntry> = {}): ExchangeEntry {
  return {
    assetId: 2,
    group: 2,
    decimals: 18,
    price: parseFixed('4000'),
    share: parseFixed('1'),
    feePpm: 5_000,
    networkFeeUnits: 105_000_000_000_000n,
    ...changes,
  };
}

const order = { id: 7, assetId: SOURCE, source: { decimals: 8, price: parseFixed('100000') } };

const sumOf = (entries: readonly Entry[], account?: string, assetId?: number) =>
  entries
    .filter(
      (each) =>
        (account === undefined || each.account === account) &&
        (assetId === undefined || each.assetId === assetId),
    )
    .reduce((sum, { units }) => sum + units, 0n);

/** Anything that could be agreed: prices, decimals, fees, shares, from dust to whales. */
const anyPrice = fc.bigInt(10n ** 10n, 10n ** 24n);
const anyEntry = fc
  .record({
    assetId: fc.constantFrom(SOURCE, 2, 3),
    decimals: fc.integer({ min: 0, max: 18 }),
    price: anyPrice,
    share: fc.bigInt(1n, 10n ** 18n),
    feePpm: fc.integer({ min: 0, max: 500_000 }),
    markupPpm: fc.integer({ min: 0, max: 100_000 }),
    networkFeeUnits: fc.bigInt(0n, 10n ** 12n),
  })
  .map((entry): ExchangeEntry => ({ ...entry, group: entry.assetId }));
const anyExchange = fc.record({
  source: fc.record({ decimals: fc.integer({ min: 0, max: 18 }), price: anyPrice }),
  arrived: fc.bigInt(1n, 10n ** 30n),
  entries: fc.array(anyEntry, { minLength: 1, maxLength: 5 }),
});
const anyAgreed = fc.option(fc.bigInt(1n, 10n ** 30n), { nil: undefined });

describe('an exchange', () => {
  it('of 0.05 BTC for ETH: what the receiver gets, the fee, and where every unit goes', () => {
    const { entries, posting } = exchange(order, 5_000_000n, [entryOf()]);
    expect(entries).toEqual([
      {
        units: 1_243_645_000_000_000_000n,
        feeUnits: 6_250_000_000_000_000n,
        markupUnits: 0n,
        worth: 1_250_000_000_000_000_000n,
      },
    ]);
    expect(posting.entries).toEqual([
      { account: 'order', orderId: 7, assetId: 1, units: 5_000_000n },
      { account: 'treasury', assetId: 1, units: -5_000_000n },
      { account: 'treasury', assetId: 2, units: 1_250_000_000_000_000_000n },
      { account: 'order', orderId: 7, assetId: 2, units: -1_243_645_000_000_000_000n },
      { account: 'fee', assetId: 2, units: -6_250_000_000_000_000n },
      { account: 'network', assetId: 2, units: -105_000_000_000_000n },
      { account: 'rounding', assetId: 2, units: 0n },
    ]);
  });

  it('at agreed amounts pays what was agreed, and books what arrived', () => {
    const agreed = exchange(order, 5_000_000n, [entryOf()]);
    const { entries, posting } = exchange(order, 4_999_500n, [entryOf()], 5_000_000n);
    expect(entries).toEqual(agreed.entries);
    expect(sumOf(posting.entries, 'treasury', SOURCE)).toBe(-4_999_500n);
    expect(sumOf(posting.entries, undefined, SOURCE)).toBe(0n);
  });

  it('adds up to zero in each asset, whatever the amounts', () => {
    fc.assert(
      fc.property(anyExchange, anyAgreed, ({ source, arrived, entries }, agreed) => {
        const { posting } = exchange({ ...order, source }, arrived, entries, agreed);
        for (const assetId of [SOURCE, 2, 3]) expect(sumOf(posting.entries, undefined, assetId)).toBe(0n);
      }),
    );
  });

  it('gives each receiver exactly what was quoted, and owes the order that and nothing else', () => {
    fc.assert(
      fc.property(anyExchange, ({ source, arrived, entries }) => {
        const { entries: given, posting } = exchange({ ...order, source }, arrived, entries);
        expect(given.map(({ units }) => units)).toEqual(
          quote(source, arrived, entries).map(({ units }) => units),
        );
        const total = given.reduce((sum, { units }) => sum + units, 0n);
        expect(sumOf(posting.entries, 'order')).toBe(arrived - total);
      }),
    );
  });

  it('rounds in favour of the house, by less than one promised step and one unit for each receiver', () => {
    fc.assert(
      fc.property(anyExchange, ({ source, arrived, entries }) => {
        const { entries: given, posting } = exchange({ ...order, source }, arrived, entries);
        const roundings = posting.entries.filter(({ account }) => account === 'rounding');
        entries.forEach(({ decimals }, n) => {
          // An entry that gets nothing is never exchanged.
          if (given[n]?.units === 0n) return;
          const step = powerOfTen(Math.max(0, decimals - PROMISED_DECIMALS));
          const gained = -(roundings[n]?.units as bigint);
          expect(gained >= 0n && gained < step).toBe(true);
        });
      }),
    );
  });

  it('divides all of what a part is worth: what is received, the fee, the markup, the network, what rounding leaves', () => {
    fc.assert(
      fc.property(anyExchange, ({ source, arrived, entries }) => {
        const { entries: given, posting } = exchange({ ...order, source }, arrived, entries);
        const of = (account: string, n: number) => {
          const found = posting.entries.slice(2).filter((each) => each.account === account);
          return -(found[n]?.units as bigint);
        };
        const free = exchange(
          { ...order, source },
          arrived,
          entries.map((entry) => ({ ...entry, markupPpm: 0 })),
        );
        entries.forEach((_, n) => {
          const { units, feeUnits, markupUnits, worth } = given[n] as (typeof given)[number];
          expect(units + (feeUnits - markupUnits) + markupUnits + of('network', n) + of('rounding', n)).toBe(
            worth,
          );
          // A markup takes nothing of the service fee, and comes off what is received.
          expect(feeUnits - markupUnits).toBe(free.entries[n]?.feeUnits);
          expect(units <= (free.entries[n]?.units as bigint)).toBe(true);
        });
      }),
    );
  });

  it('takes the service fee of what an entry is worth, rounded in favour of the house by at most a unit', () => {
    fc.assert(
      fc.property(anyExchange, ({ source, arrived, entries }) => {
        const { entries: given, posting } = exchange({ ...order, source }, arrived, entries);
        const worths = posting.entries.slice(2).filter(({ account }) => account === 'treasury');
        entries.forEach(({ feePpm, markupPpm = 0 }, n) => {
          const { feeUnits, markupUnits } = given[n] as (typeof given)[number];
          const isOf = (units: bigint, ppm: number) => {
            const exact = (worths[n]?.units as bigint) * BigInt(ppm);
            return units * 1_000_000n > exact - 1_000_000n && units * 1_000_000n < exact + 1_000_000n;
          };
          expect([isOf(feeUnits - markupUnits, feePpm), isOf(feeUnits, feePpm + markupPpm)]).toEqual([
            true,
            true,
          ]);
          expect(markupUnits >= 0n && markupUnits <= feeUnits).toBe(true);
        });
      }),
    );
  });
});
