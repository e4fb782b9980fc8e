import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQueryCode, normalizeQueryCode, QUERY_CODE_LENGTH } from './query-code.ts';

const code = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: QUERY_CODE_LENGTH,
  maxLength: QUERY_CODE_LENGTH,
});

describe('a query code', () => {
  it('is shown in three groups of four', () => {
    expect(formatQueryCode('ABCD1234WXYZ')).toBe('ABCD-1234-WXYZ');
    fc.assert(fc.property(code, (stored) => /^[A-Z0-9]{4}(-[A-Z0-9]{4}){2}$/.test(formatQueryCode(stored))));
  });

  it('is found again from how it is shown, in any case', () => {
    const property = fc.property(code, (stored) => {
      expect(normalizeQueryCode(formatQueryCode(stored))).toBe(stored);
      expect(normalizeQueryCode(formatQueryCode(stored).toLowerCase())).toBe(stored);
    });
    fc.assert(property);
  });

  it('is found again whatever dashes and spaces are strewn in', () => {
    const filler = fc.string({ unit: fc.constantFrom('-', ' ', '\t', '\u00a0'), maxLength: 2 });
    const property = fc.property(
      code,
      fc.array(filler, { minLength: 13, maxLength: 13 }),
      (stored, fillers) => {
        const strewn = [...stored].map((letter, n) => fillers[n] + letter).join('') + fillers[12];
        expect(normalizeQueryCode(strewn)).toBe(stored);
      },
    );
    fc.assert(property);
  });
});
