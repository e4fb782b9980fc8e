import { MESSAGE } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { buyAmount, sellValue } from '../market/ladder-price.ts';
import { anyLadder, flatLadder } from '../market/testing/ladders.ts';
import { ONE } from '../money/fixed.ts';
import { split } from '../money/split.ts';
import { ceilDivide, ceilPromised, fromUnits, powerOfTen } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import { chargePpm } from './charge.ts';
import { NO_CAPS } from './fixed-room.ts';
import { leastOf, mostPayable } from './limits.ts';
import { transferCostValue } from './network-fee.ts';
import { pricedToQuote } from './prices-of-now.ts';
import { type Price, Rates } from './rates.ts';
import { amountOf, sizedPrices, WHOLE_PPM } from './sized-prices.ts';
import { agree, type Terms } from './terms.ts';
import { type SizedCase, sizedCase } from './testing/sized-market.ts';

const NO_FEES = { float: null, fixed: null };
const RUNS = { numRuns: volume(60, 200) };

const agreed = ({ market, request, from }: SizedCase, units: bigint) =>
  agree(market, request(fromUnits(units, from.decimals)), NO_FEES);

function refusalOf(each: SizedCase, units: bigint): Refusal | null {
  try {
    agreed(each, units);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Learnt from the refusal of what nobody has. */
function limitsOf(each: SizedCase): { min: bigint; max: bigint } {
  const { data, reply } = refusalOf(each, 10n ** 60n) as Refusal;
  expect(reply).toBe(MESSAGE.quantityTooLarge);
  const units = (text: unknown) => {
    const [whole = '', part = ''] = String(text).split('.');
    return BigInt(whole + part.padEnd(each.from.decimals, '0'));
  };
  return { min: units(data?.min_from_quantity), max: units(data?.max_from_quantity) };
}

/** A size that can be exchanged, by a share of all of them; null where none can. */
function sizeOf(each: SizedCase, share: bigint): bigint | null {
  const { min, max } = limitsOf(each);
  if (min > max) return null;
  const step = ceilPromised(1n, each.from.decimals);
  const units = min + ((max - min) * share) / ONE;
  return units - (units % step) < min ? min : units - (units % step);
}

const share = fc.oneof(
  fc.bigInt({ min: 0n, max: ONE }),
  fc.bigInt({ min: 0n, max: ONE / 10n ** 12n }),
  fc.constant(ONE),
);
const priceOf = ({ market }: SizedCase, abbr: string) =>
  market.rates.prices.find((price) => price.abbr === abbr) as Price;

/** What the entries of a coin receive, with what their transfers cost: in the coin, counted in 10^-18, rounded up. */
function promisedOf({ entries }: Terms, coin: string): bigint {
  return entries
    .filter(({ asset }) => asset.abbr === coin)
    .reduce((sum, { units, networkFeeUnits, decimals }) => {
      const taken = units === 0n ? 0n : units + networkFeeUnits;
      return sum + ceilDivide(taken * ONE, powerOfTen(decimals));
    }, 0n);
}

describe('a quote by size', () => {
  it('never promises more than the books give for what is sent, less all fees', () => {
    const property = fc.property(sizedCase({ isTight: true, hasFees: true }), share, (each, ofAll) => {
      const units = sizeOf(each, ofAll);
      fc.pre(units !== null && units > 0n);
      const terms = agreed(each, units);
      const { ladder, value } = priceOf(each, 'SRC');
      const amount = amountOf(units, each.from.decimals);
      const brings =
        ladder == null ? ceilDivide(amount * value, ONE) : (sellValue(ladder, amount) as bigint) + 1n;
      const parts = split(
        units,
        terms.entries.map((entry) => entry.share),
      );
      for (const coin of ['AAA', 'BBB']) {
        const of = priceOf(each, coin);
        const kept = terms.entries.reduce(
          (sum, entry, n) =>
            entry.asset.abbr === coin
              ? sum + (parts[n] as bigint) * (WHOLE_PPM - BigInt(chargePpm(entry)))
              : sum,
          0n,
        );
        if (kept === 0n) continue;
        const left = ceilDivide(brings * kept, units * WHOLE_PPM);
        // Reckoned from whole 10^-18: where these are rounded, up, which may be just beyond the last rung.
        const gives =
          of.ladder == null
            ? ceilDivide(left * ONE, of.value)
            : (buyAmount(of.ladder, left) ?? of.ladder.asks.at(-1)!.amount) + 1n;
        expect(promisedOf(terms, coin) <= gives).toBe(true);
      }
    });
    fc.assert(property, RUNS);
  });

  it('has every entry of a coin at one price, on whatever chain, that all of them together have', () => {
    const property = fc.property(sizedCase({ hasFees: true }), share, (each, ofAll) => {
      const units = sizeOf(each, ofAll);
      fc.pre(units !== null && units > 0n);
      const { entries } = agreed(each, units);
      for (const coin of ['AAA', 'BBB'])
        expect(
          new Set(entries.filter(({ asset }) => asset.abbr === coin).map(({ price }) => price)).size,
        ).toBeLessThan(2);
      for (const entry of entries) {
        const group = entries.filter(({ group: other }) => other === entry.group);
        expect(entry.groupUnits).toBe(group.reduce((sum, other) => sum + other.units, 0n));
      }
    });
    fc.assert(property, RUNS);
  });

  it('has no better price for more, and is the same for the same', () => {
    const property = fc.property(
      sizedCase({ mostEntries: 1, hasFees: true }),
      share,
      share,
      (each, one, other) => {
        const sizes = [sizeOf(each, one), sizeOf(each, other)];
        fc.pre(sizes.every((size) => size !== null && size > 0n));
        const [small, large] = (sizes as bigint[]).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) as [
          bigint,
          bigint,
        ];
        const [less, more] = [agreed(each, small), agreed(each, large)];
        expect(more.price <= less.price).toBe(true);
        const [paid, dearer] = [less.entries[0]!.price, more.entries[0]!.price];
        // What is sold is rounded down by less than 10^-18 a coin, and buys that much less.
        expect(dearer + dearer / 10n ** 12n + 1n >= paid).toBe(true);
        expect(agreed(each, small)).toEqual(less);
      },
    );
    fc.assert(property, RUNS);
  });

  it('gives no less for more, to the last digit where a price has digits enough', () => {
    const prices = { min: ONE, max: 10n ** 5n * ONE };
    const property = fc.property(
      sizedCase({ mostEntries: 1, prices, hasFees: true }),
      share,
      fc.nat(3),
      (each, ofAll, steps) => {
        const units = sizeOf(each, ofAll);
        fc.pre(units !== null && units > 0n);
        const larger = units + BigInt(steps) * ceilPromised(1n, each.from.decimals);
        fc.pre(refusalOf(each, larger) === null);
        expect(agreed(each, larger).entries[0]!.units >= agreed(each, units).entries[0]!.units).toBe(true);
      },
    );
    fc.assert(property, RUNS);
  });

  it('gives no less for more, but for what 10^-18 USDT for each coin is worth', () => {
    const property = fc.property(
      sizedCase({ mostEntries: 1, hasFees: true }),
      share,
      share,
      (each, one, other) => {
        const sizes = [sizeOf(each, one), sizeOf(each, other)];
        fc.pre(sizes.every((size) => size !== null && size > 0n));
        const [small, large] = (sizes as bigint[]).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) as [
          bigint,
          bigint,
        ];
        const [less, more] = [agreed(each, small).entries[0]!, agreed(each, large).entries[0]!];
        const coins =
          amountOf(large, each.from.decimals) / ONE +
          promisedOf(agreed(each, large), less.asset.abbr) / ONE +
          3n;
        const lost =
          ceilDivide(coins * powerOfTen(less.decimals), more.price) + ceilPromised(1n, less.decimals);
        expect(more.units + lost >= less.units).toBe(true);
      },
    );
    fc.assert(property, RUNS);
  });

  it('is as it was where no coin has a ladder, and where a ladder is flat', () => {
    const plain = sizedCase({ ladderOf: () => fc.constant(null), isTight: true });
    const property = fc.property(plain, share, (each, ofAll) => {
      const flat: SizedCase = {
        ...each,
        market: {
          ...each.market,
          rates: new Rates(
            each.market.rates.prices.map((price) => ({ ...price, ladder: flatLadder(price.value) })),
          ),
        },
      };
      expect(limitsOf(flat)).toEqual(limitsOf(each));
      const units = sizeOf(each, ofAll);
      fc.pre(units !== null && units > 0n);
      const [was, is] = [agreed(each, units), agreed(flat, units)];
      expect([is.price, ...is.entries]).toEqual([was.price, ...was.entries]);
    });
    fc.assert(property, RUNS);
  });
});

describe('the limits of a quote by size', () => {
  const tight = sizedCase({ isTight: true });

  it('are exact: the least and the most succeed, a step beyond fails and says so', () => {
    const property = fc.property(sizedCase({ isTight: true, hasFees: true }), (each) => {
      const { min, max } = limitsOf(each);
      const step = ceilPromised(1n, each.from.decimals);
      const data = {
        min_from_quantity: fromUnits(min, each.from.decimals),
        max_from_quantity: fromUnits(max, each.from.decimals),
      };
      expect([min % step, max % step]).toEqual([0n, 0n]);
      expect(refusalOf(each, min - step)).toMatchObject({ reply: MESSAGE.quantityTooSmall, data });
      if (min <= max) expect([refusalOf(each, min), refusalOf(each, max)]).toEqual([null, null]);
      const above = max + step < min ? min : max + step;
      expect(refusalOf(each, above)).toMatchObject({ reply: MESSAGE.quantityTooLarge, data });
    });
    fc.assert(property, RUNS);
  });

  it('follow from the rules of any exchange at the prices of just that size', () => {
    const property = fc.property(tight, (each) => {
      const { min, max } = limitsOf(each);
      fc.pre(min <= max);
      const { conditions } = agreed(each, min);
      const { from, entries, ladder, price, mode } = conditions;
      const costOf = (asset: typeof from) =>
        transferCostValue(asset, pricedToQuote(each.market, asset, mode).fuel);
      const step = ceilPromised(1n, from.decimals);
      const at = (units: bigint) => sizedPrices({ decimals: from.decimals, ladder, price }, units, entries);
      const costs = entries.map(({ asset, share: part }) => ({
        asset,
        share: part,
        costValue: costOf(asset),
      }));
      const isEnough = (units: bigint) =>
        units >= leastOf({ asset: from, price: at(units)!.price, costValue: costOf(from) }, costs);
      expect(isEnough(min)).toBe(true);
      if (min > step && min - step >= from.minUnits) expect(isEnough(min - step)).toBe(false);
      const isPayable = (units: bigint) => {
        const sized = at(units);
        if (sized === null || units > from.maxUnits) return false;
        const list = costs.map((cost, n) => ({ ...cost, price: sized.entries[n] as bigint }));
        return units <= mostPayable({ asset: from, price: sized.price }, list, NO_CAPS);
      };
      expect(isPayable(max)).toBe(true);
      // A ladder's end is kept away from by what parts are rounded, the smallest a five-hundredth of all.
      expect(isPayable(max + step) && isPayable(max + step + BigInt(entries.length * 501 + 2))).toBe(false);
    });
    fc.assert(property, RUNS);
  });

  it('end where a ladder ends, on either side', () => {
    const ladders = { ladderOf: (price: bigint) => anyLadder(price) };
    const property = fc.property(sizedCase(ladders), (each) => {
      const { min, max } = limitsOf(each);
      fc.pre(min <= max);
      const { conditions } = agreed(each, max);
      const { from, ladder, price, entries } = conditions;
      const at = (units: bigint) => sizedPrices({ decimals: from.decimals, ladder, price }, units, entries);
      for (const less of [0n, 1n, max / 3n, max - 1n]) expect(at(max - less)).not.toBeNull();
      expect(at(max + (max >> 30n) + ceilPromised(1n, from.decimals) * 2_507n)).toBeNull();
    });
    fc.assert(property, RUNS);
  });
});

describe('the premium of a fixed quote', () => {
  it('is that of both coins, on top of the fee, and nothing in float', () => {
    const property = fc.property(sizedCase(), share, (each, ofAll) => {
      const units = sizeOf(each, ofAll);
      fc.pre(units !== null && units > 0n);
      const { mode, entries } = agreed(each, units);
      for (const { asset, premiumPpm } of entries) {
        const both =
          (priceOf(each, 'SRC').premiumPpm as number) + (priceOf(each, asset.abbr).premiumPpm as number);
        expect(premiumPpm).toBe(mode === 'fixed' ? both : 0);
      }
    });
    fc.assert(property, RUNS);
  });

  it('and every price multiply out to what is promised', () => {
    const property = fc.property(sizedCase({ isTight: true, hasFees: true }), share, (each, ofAll) => {
      const units = sizeOf(each, ofAll);
      fc.pre(units !== null && units > 0n);
      const { price, entries } = agreed(each, units);
      const parts = split(
        units,
        entries.map((entry) => entry.share),
      );
      for (const [n, entry] of entries.entries()) {
        const top =
          (parts[n] as bigint) * price * powerOfTen(entry.decimals) * (WHOLE_PPM - BigInt(chargePpm(entry)));
        const gross = top / (entry.price * powerOfTen(each.from.decimals) * WHOLE_PPM);
        const left = gross > entry.networkFeeUnits ? gross - entry.networkFeeUnits : 0n;
        expect(entry.units).toBe(left - (left % ceilPromised(1n, entry.decimals)));
      }
    });
    fc.assert(property, RUNS);
  });
});
