import { FACTORS, type Factor } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { fromUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import { readQuote, sealQuote } from './calc-id.ts';
import { factorsOf } from './factors.ts';
import { agree, type Terms } from './terms.ts';
import { type SizedCase, sizedCase } from './testing/sized-market.ts';

/** More places than anything here has: so nothing that is written is cut. */
const PLACES = 60;
const ONE = 10n ** BigInt(PLACES);

function exact(text: string): bigint {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + part.padEnd(PLACES, '0'));
  return text.startsWith('-') ? -value : value;
}

const NO_FEES = { float: null, fixed: null };

/** Any quote, or none where the amount is refused. */
const cases = fc
  .tuple(
    sizedCase({ isTight: true, hasFees: true }),
    fc.bigInt({ min: 1n, max: 10n ** 12n }),
    fc.option(fc.record({ ppm: fc.integer({ min: 1, max: 100_000 }), accountId: fc.constant(7) })),
  )
  .map(([each, steps, markup]): { each: SizedCase; terms: Terms } | null => {
    const units = steps * 10n ** BigInt(Math.max(0, each.from.decimals - 8));
    try {
      const request = each.request(fromUnits(units, each.from.decimals));
      return { each, terms: agree(each.market, request, { ...NO_FEES, ...(markup !== null && { markup }) }) };
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  })
  .filter((found) => found !== null);

const factorsOfTerms = ({ from, price, units, entries }: Terms) =>
  factorsOf({ decimals: from.decimals, price }, units, entries);

describe('the factors of a quote', () => {
  it('multiply out, from what is sent to what is promised, to the last digit', () => {
    const property = fc.property(cases, ({ terms }) => {
      const all = factorsOfTerms(terms);
      const parts = all.map(([part]) => exact((part as Factor).result));
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(
        exact(fromUnits(terms.units, terms.from.decimals)),
      );
      for (const [n, entry] of terms.entries.entries()) {
        const factors = all[n] as Factor[];
        expect(factors.map(({ factor }) => factor)).toEqual(FACTORS);
        const by = Object.fromEntries(factors.map((each) => [each.factor, exact(each.by)]));
        const after = Object.fromEntries(factors.map((each) => [each.factor, exact(each.result)]));
        const worth = (after.part! * by.source_price!) / ONE;
        expect(after.source_price).toBe(worth);
        let left = worth;
        for (const taken of ['fee', 'skew', 'premium', 'markup'] as const) {
          left -= (worth * by[taken]!) / ONE;
          expect(after[taken]).toBe(left);
        }
        const unit = 10n ** BigInt(PLACES - entry.decimals);
        const bought = (left * ONE) / by.receive_price!;
        expect(after.receive_price).toBe(bought - (bought % unit));
        expect(after.network_fee).toBe(after.receive_price! - by.network_fee!);
        expect(after.rounding).toBe(after.network_fee! - by.rounding!);
        expect(by.rounding! >= 0n && by.rounding! < 10n ** BigInt(PLACES - Math.min(8, entry.decimals))).toBe(
          true,
        );
        expect(after.rounding).toBe(exact(fromUnits(entry.units, entry.decimals)));
        expect(by.receive_price).toBe(entry.price * 10n ** BigInt(PLACES - 18));
        expect(by.markup).toBe((BigInt(terms.conditions.markup?.ppm ?? 0) * ONE) / 1_000_000n);
      }
    });
    fc.assert(property, { numRuns: volume(25, 60) });
  });

  it('are the same behind a calc id, after its end too', () => {
    const key = { id: 1, key: Buffer.alloc(32, 7), createdAt: 0 };
    const property = fc.property(cases, ({ each, terms }) => {
      fc.pre(terms.mode === 'fixed');
      const request = each.request(fromUnits(terms.units, terms.from.decimals));
      const read = readQuote([key], sealQuote(key, terms, request, 5_000), each.market.catalogue);
      expect(read?.expiresAtMs).toBe(35_000);
      expect(factorsOfTerms(read!.terms)).toEqual(factorsOfTerms(terms));
      expect(read!.terms.entries).toEqual(terms.entries);
      expect(read!.terms.conditions.markup).toEqual(terms.conditions.markup);
    });
    fc.assert(property, { numRuns: volume(10, 20) });
  });
});
