import { Decimal, MESSAGE } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { ceilPromised, fromUnits, powerOfTen } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import { AskedBefore } from './asked-before.ts';
import { agreeReceiving, type ToReceive } from './least-source.ts';
import { agree, type Conditions, conditionsNow, type Remembered, settle, type Terms } from './terms.ts';
import { type CaseOptions, type SizedCase, sizedCase } from './testing/sized-market.ts';

const NO_FEES = { float: null, fixed: null };
/** Markets of each property; with the long volume a million amounts and more are asked for in all of them. */
const RUNS = { numRuns: volume(100, 15_000) };

const asked = ({ request }: SizedCase) => request('1');
/** As it is asked of a service, which remembers what it has computed. */
const anyCase = (options: CaseOptions = {}) =>
  sizedCase(options).map((each) => ({
    ...each,
    market: { ...each.market, memo: new AskedBefore<Remembered>() },
  }));
const agreed = (each: SizedCase, wanted: readonly ToReceive[]) =>
  agreeReceiving(each.market, asked(each), wanted, NO_FEES);

/** What is known of an exchange, unless it is refused whatever the amount. */
function conditionsOf(each: SizedCase): Conditions {
  return conditionsNow(each.market, asked(each), NO_FEES, false);
}

function refusalOf(act: () => unknown): Refusal | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Exact, as a request says it. */
function exactly(units: bigint, decimals: number): Decimal {
  return Decimal.parse(`${units}e-${decimals}`) as Decimal;
}

/** In units of 10^-18, whatever an asset counts in. */
function receivedAt({ entries }: Terms, { entry }: ToReceive): bigint {
  return entries.reduce(
    (sum, { units, decimals }, n) =>
      entry === null || entry === n ? sum + units * powerOfTen(18 - decimals) : sum,
    0n,
  );
}

function isReached(terms: Terms, wanted: readonly ToReceive[]): boolean {
  return wanted.every((each) => receivedAt(terms, each) >= each.quantity.truncate(18));
}

/** To make a market takes longer than to ask for many amounts in it. */
const MANY = 20;
const amounts = fc.array(
  fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 36n }),
    fc.bigInt({ min: 1n, max: 10n ** 22n }),
    fc.bigInt({ min: 1n, max: 10n ** 10n }),
  ),
  { minLength: MANY, maxLength: MANY },
);
/** Parts of the most that can be exchanged, in millionths: what these give is asked for. */
const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: MANY, maxLength: MANY });

/** What a size gives, or a little more than it: always asked for on the edge of what can be reached. */
function wantedBy(terms: Terms, isTotal: boolean, more: bigint): ToReceive[] {
  if (isTotal) return [{ entry: null, quantity: exactly(receivedAt(terms, total) + more, 18) }];
  return terms.entries.map((_, entry) => ({
    entry,
    quantity: exactly(receivedAt(terms, { ...total, entry }) + more, 18),
  }));
}
const total: ToReceive = { entry: null, quantity: exactly(1n, 0) };

function expectLeast(each: SizedCase, wanted: readonly ToReceive[], terms: Terms): void {
  const { units, from, conditions } = terms;
  const step = ceilPromised(1n, from.decimals);
  expect(units % step).toBe(0n);
  expect(isReached(terms, wanted)).toBe(true);
  if (units > 0n) expect(isReached(settle(conditions, units - step), wanted)).toBe(false);
  const again = agree(each.market, each.request(fromUnits(units, from.decimals)), NO_FEES);
  expect([again.units, again.price]).toEqual([units, terms.price]);
  expect(again.entries.map((entry) => entry.units)).toEqual(terms.entries.map((entry) => entry.units));
}

/** Either the least source, or the refusal that this source would have. */
function expectAnswer(each: SizedCase, wanted: readonly ToReceive[]): void {
  const conditions = conditionsOf(each);
  const { minUnits, maxUnits } = conditions.limits;
  const refusal = refusalOf(() => expectLeast(each, wanted, agreed(each, wanted)));
  if (refusal === null) return;
  if (refusal.reply === MESSAGE.quantityTooLarge) {
    if (maxUnits > 0n) expect(isReached(settle(conditions, maxUnits), wanted)).toBe(false);
    return;
  }
  expect(refusal.reply).toBe(MESSAGE.quantityTooSmall);
  if (minUnits <= maxUnits) expect(isReached(settle(conditions, minUnits), wanted)).toBe(true);
}

describe('the least source', () => {
  it('gives what one entry is to receive, and a unit less does not, on any market', () => {
    const property = fc.property(
      anyCase({ mostEntries: 1, hasFees: true }),
      amounts,
      fc.constantFrom(0, 8, 18),
      (each, all, decimals) => {
        for (const units of all) expectAnswer(each, [{ entry: null, quantity: exactly(units, decimals) }]);
      },
    );
    fc.assert(property, RUNS);
  });

  it('gives it near what treasury, limits and the network fee allow, also to one of several', () => {
    const property = fc.property(anyCase({ isTight: true, hasFees: true }), amounts, (each, all) => {
      const entry = conditionsOf(each).entries.length - 1;
      for (const units of all) expectAnswer(each, [{ entry, quantity: exactly(units, 18) }]);
    });
    fc.assert(property, RUNS);
  });

  it('is no more than any source that gives it, for one entry whose prices have digits enough', () => {
    const prices = { min: 10n ** 18n, max: 10n ** 23n };
    const property = fc.property(anyCase({ mostEntries: 1, prices, hasFees: true }), parts, (each, all) => {
      for (const given of sizesOf(each, all)) {
        const wanted = wantedBy(given, true, 0n);
        if (receivedAt(given, total) === 0n || given.units < given.limits.minUnits) continue;
        const terms = agreed(each, wanted);
        expect(terms.units <= given.units).toBe(true);
        expectLeast(each, wanted, terms);
      }
    });
    fc.assert(property, RUNS);
  });

  it('gives every entry of a split what it is to receive, and all of one coin their total', () => {
    const property = fc.property(
      anyCase({ hasFees: true, isTight: true }),
      parts,
      fc.boolean(),
      fc.constantFrom(0n, 1n, 10n ** 10n),
      (each, all, isTotal, more) => {
        for (const given of sizesOf(each, all)) {
          const coins = new Set(given.entries.map(({ asset }) => asset.abbr));
          const wanted = wantedBy(given, isTotal && coins.size === 1, more);
          if (wanted.every(({ quantity }) => quantity.coefficient > 0n)) expectAnswer(each, wanted);
        }
      },
    );
    fc.assert(property, RUNS);
  });

  it('has no total of different coins', () => {
    const property = fc.property(anyCase(), (each) => {
      const { entries } = conditionsOf(each);
      fc.pre(new Set(entries.map(({ asset }) => asset.abbr)).size > 1);
      expect(refusalOf(() => agreed(each, [total]))?.reply).toBe(MESSAGE.incorrectParameters);
    });
    fc.assert(property, { numRuns: 50 });
  });
});

/** What parts of the most that can be exchanged give; none where nothing can. */
function sizesOf(each: SizedCase, all: readonly number[]): Terms[] {
  const conditions = conditionsOf(each);
  const { limits, from } = conditions;
  if (limits.maxUnits <= 0n) return [];
  const step = ceilPromised(1n, from.decimals);
  return all.map((part) => {
    const units = (limits.maxUnits * BigInt(part)) / 1_000_000n;
    return settle(conditions, units - (units % step));
  });
}
