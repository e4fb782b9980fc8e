import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { FIXED_DECIMALS, formatFixed, ONE, parseFixed } from './fixed.ts';

describe('a fixed number', () => {
  it('survives being written', () => {
    const property = fc.property(fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), (value) => {
      expect(parseFixed(formatFixed(value))).toBe(value);
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it('is read from a numeric column, zeros and all', () => {
    const property = fc.property(fc.bigInt({ min: 0n, max: 10n ** 37n }), (value) => {
      const digits = value.toString().padStart(FIXED_DECIMALS + 1, '0');
      const column = `${digits.slice(0, -FIXED_DECIMALS)}.${digits.slice(-FIXED_DECIMALS)}`;
      expect(parseFixed(column)).toBe(value);
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it.each([
    ['1', ONE],
    ['1.000000000000000000', ONE],
    ['100', 100n * ONE],
    ['0.00', 0n],
    ['0.000000000000000001', 1n],
    ['0.0000000000000000019', 1n],
    ['97000.5', 97_000n * ONE + ONE / 2n],
    ['-0.5', -ONE / 2n],
  ])('reads %s', (text, value) => {
    expect(parseFixed(text)).toBe(value);
  });

  it.each([['NaN'], ['Infinity'], [''], ['abc'], ['1,5'], ['0x10'], ['1.2.3']])(
    'is not read from %j',
    (text) => {
      expect(() => parseFixed(text)).toThrow(RangeError);
    },
  );

  it('prints without needless digits', () => {
    expect([ONE, ONE / 2n, 0n, 1n].map(formatFixed)).toEqual(['1', '0.5', '0', '0.000000000000000001']);
  });
});
