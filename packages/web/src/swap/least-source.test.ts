import { Decimal, formatDecimal } from '@swapdesk/contract/plain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { quote } from '../../../service/src/pricing/quote.ts';
import { leastSource } from './least-source.ts';

const exact = (units: bigint, decimals: number) => Decimal.parse(formatDecimal(units, -decimals)) as Decimal;
const promised = (decimals: number) => Math.min(8, decimals);

const decimals = fc.constantFrom(6, 8, 9, 18);
const price = fc.bigInt({ min: 10n ** 14n, max: 10n ** 23n });
const market = fc.record({
  fromDecimals: decimals,
  toDecimals: decimals,
  fromPrice: price,
  toPrice: price,
  feePpm: fc.integer({ min: 0, max: 500_000 }),
  premiumPpm: fc.integer({ min: 0, max: 100_000 }),
  skewPpm: fc.integer({ min: -50_000, max: 50_000 }),
  /** In the smallest promised amounts, so that it fits any decimals. */
  networkFee: fc.bigInt({ min: 0n, max: 10n ** 10n }),
  wanted: fc.bigInt({ min: 1n, max: 10n ** 14n }),
});

describe('the least amount to send', () => {
  it("pays at least the wanted amount by the service's own arithmetic, and a step less does not", () => {
    const property = fc.property(market, (each) => {
      const { fromDecimals, toDecimals } = each;
      const toStep = 10n ** BigInt(toDecimals - promised(toDecimals));
      const fromStep = 10n ** BigInt(fromDecimals - promised(fromDecimals));
      const networkFeeUnits = each.networkFee * toStep;
      const pays = (units: bigint) =>
        quote({ decimals: fromDecimals, price: each.fromPrice }, units, [
          {
            decimals: toDecimals,
            price: each.toPrice,
            group: 1,
            share: 1n,
            feePpm: each.feePpm,
            premiumPpm: each.premiumPpm,
            skewPpm: each.skewPpm,
            networkFeeUnits,
          },
        ])[0]?.units as bigint;
      const terms = {
        price: exact(each.fromPrice, 18),
        entries: [
          {
            quantity: exact(0n, 0),
            price: exact(each.toPrice, 18),
            feeRate: exact(BigInt(each.feePpm), 6),
            skewRate: exact(BigInt(Math.max(each.skewPpm, -each.feePpm)), 6),
            premiumRate: exact(BigInt(each.premiumPpm), 6),
            networkFee: exact(networkFeeUnits, toDecimals),
            isPaused: false,
          },
        ],
      };
      const wantedUnits = each.wanted * toStep;
      const found = leastSource(terms, each, exact(wantedUnits, toDecimals)).truncate(fromDecimals);
      expect(pays(found) >= wantedUnits).toBe(true);
      expect(pays(found - fromStep) < wantedUnits).toBe(true);
      expect(found % fromStep).toBe(0n);
    });
    fc.assert(property, { numRuns: volume(600, 3_000) });
  });

  it('is rounded up where more digits are wanted than are promised', () => {
    const terms = {
      price: exact(1n, 0),
      entries: [
        {
          quantity: exact(0n, 0),
          price: exact(1n, 0),
          feeRate: exact(0n, 0),
          skewRate: exact(0n, 0),
          premiumRate: exact(0n, 0),
          networkFee: exact(0n, 0),
          isPaused: false,
        },
      ],
    };
    const wanted = Decimal.parse('1.0000000001') as Decimal;
    expect(leastSource(terms, { fromDecimals: 8, toDecimals: 18 }, wanted).toString()).toBe('1.00000001');
  });
});
