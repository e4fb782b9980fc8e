import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectOf } from './effect.ts';
import { storedOf, typedOf, valueText } from './in-units.ts';
import type { Setting } from './setting.ts';

const setting = (unit: Setting['unit'], more: Partial<Setting> = {}): Setting =>
  Object.assign(
    { name: 'x', unit, value: '1', default: '1', min: '0', max: '9', zero: '', values: [], about: 'x' },
    more,
  );

describe('a setting in units of people', () => {
  it.each([
    ['ppm', '5000', '0.5 %'],
    ['ppm', '1', '0.0001 %'],
    ['ppm', '100000000', '10,000 %'],
    ['pct', '50', '50 %'],
    ['s', '1800', '30 minutes'],
    ['s', '5461', '1 hour 31 minutes 1 second'],
    ['s', '604800', '7 days'],
    ['s', '0', '0 seconds'],
    ['days', '14', '14 days'],
    ['usdt', '50000', '50,000 USDT'],
    ['switch', '1', 'yes'],
    ['count', '1200', '1,200'],
  ] as const)('%s %s is %s', (unit, value, text) => {
    expect(valueText(setting(unit), value)).toBe(text);
  });

  it('says what 0 and what each choice means', () => {
    expect(valueText(setting('usdt', { zero: 'no cap' }), '0')).toBe('no cap');
    expect(valueText(setting('choice', { min: '0', values: ['nowhere', 'everywhere'] }), '1')).toBe(
      'everywhere',
    );
  });

  it('is typed as it is shown, and stored as it was, to the last digit', () => {
    const units = fc.constantFrom('ppm', 'pct', 's', 'days', 'usdt', 'count');
    fc.assert(
      fc.property(units, fc.nat(1_000_000_000_000), (unit, value) => {
        const of = setting(unit);
        const { text, span } = typedOf(of, String(value));
        expect(storedOf(of, text, span)?.toString()).toBe(String(value));
      }),
    );
  });

  it.each([
    ['ppm', '0.45', 'seconds', '4500'],
    ['ppm', '0,45', 'seconds', '4500'],
    ['ppm', '0.00001', 'seconds', null],
    ['s', '1.5', 'hours', '5400'],
    ['s', '0.1', 'days', '8640'],
    ['s', '0.001', 'minutes', null],
    // Fifty thousand, or fifty: whoever typed it has to say.
    ['usdt', '50,000', 'seconds', null],
    ['usdt', '50 000', 'seconds', '50000'],
    ['usdt', 'much', 'seconds', null],
    ['usdt', '-5', 'seconds', null],
  ] as const)('%s: %s %s is stored as %s', (unit, text, span, stored) => {
    expect(storedOf(setting(unit), text, span)?.toString() ?? null).toBe(stored);
  });
});

describe('the effect of a setting', () => {
  it.each([
    ['float_fee_ppm', '5000', 'Of 1 BTC a client gets 0.005 BTC less.'],
    ['price_jump_ppm', '200000', 'From 100 USDT: down to 80 or up to 120 USDT.'],
    ['price_jump_ppm', '2000000', 'From 100 USDT: up to 300 USDT.'],
    ['tolerance_ppm', '100', 'Of 1 BTC, 0.0001 BTC more or less still counts as exact.'],
    ['fixed_share_pct', '50', 'Of 100 USDT, 50 USDT.'],
  ])('%s %s: %s', (name, value, text) => {
    expect(effectOf(name, value)).toBe(text);
  });

  it('is not told where the value says it by itself', () => {
    expect(effectOf('float_lifetime_s', '1800')).toBeNull();
    expect(effectOf('float_fee_ppm', '0')).toBeNull();
  });
});
