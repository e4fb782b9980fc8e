import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalsOf, toDecimal, toNative } from './native-amount.ts';

it('says the same amount in both ways, whatever its size', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(24), (amount, decimals) => {
      expect(toNative(toDecimal(`${amount}`, decimals), decimals)).toBe(`${amount}`);
    }),
  );
});

it('writes amounts as people do', () => {
  expect(toDecimal('150000000', 8)).toBe('1.5');
  expect(toDecimal('1', 18)).toBe('0.000000000000000001');
  expect(toDecimal('0', 8)).toBe('0');
  expect(toDecimal('7', 0)).toBe('7');
  expect(toNative('1.50', 8)).toBe('150000000');
  expect(toNative('0.00000001', 8)).toBe('1');
});

it('rounds nothing, and takes nothing for an amount that is none', () => {
  expect(() => toNative('0.000000001', 8)).toThrow(RangeError);
  for (const text of ['', '-1', '1e8', '1,5', '.5']) expect(() => toNative(text, 8)).toThrow(TypeError);
  for (const text of ['', '-1', '1.5', '0x1']) expect(() => toDecimal(text, 8)).toThrow(TypeError);
});

it('reads how many decimals a denomination has', () => {
  expect(['1', '100000000', '1000000000000000000'].map(decimalsOf)).toEqual([0, 8, 18]);
  expect(() => decimalsOf('250')).toThrow(TypeError);
});
