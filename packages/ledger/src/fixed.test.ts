import fc from 'fast-check';
import { expect, it } from 'vitest';
import { format, over, parse, times } from './fixed.ts';

it('reads and writes exactly, rounded down to 8 decimals', () => {
  expect(format(parse('123456789.123456789'))).toBe('123456789.12345678');
  expect(['0', '1', '1.50', '0.00000001', '0.000000009'].map((text) => format(parse(text)))).toEqual([
    '0',
    '1',
    '1.5',
    '0.00000001',
    '0',
  ]);
  expect(format(parse('-1'))).toBe('0');
  expect(() => parse('1e8')).toThrow(TypeError);
  const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
  fc.assert(
    fc.property(units, (n) => {
      expect(parse(format(n * 10n ** 10n))).toBe(n * 10n ** 10n);
    }),
  );
});

it('multiplies and divides', () => {
  expect(format(times(parse('0.05'), parse('97000')))).toBe('4850');
  expect(format(over(parse('1'), parse('3')))).toBe('0.33333333');
});
