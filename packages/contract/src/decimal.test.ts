import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../test/support/volume.ts';
import { Decimal, formatDecimal } from './decimal.ts';

/** An exact fraction, read from the text by other means than Decimal's. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

function fractionOf(token: string): Fraction {
  const [mantissa = '', power = '0'] = token.toLowerCase().split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const top = BigInt(whole.replace('-', '') + decimals) * (token.startsWith('-') ? -1n : 1n);
  const places = BigInt(decimals.length) - BigInt(Number(power));
  return places >= 0n ? { top, bottom: 10n ** places } : { top: top * 10n ** -places, bottom: 1n };
}

function isSame(a: Fraction, b: Fraction): boolean {
  return a.top * b.bottom === b.top * a.bottom;
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

/** Any JSON number token of a size that amounts can have. */
const token = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      digits(1, 30).map((text) => text.replace(/^0+(?=\d)/, '')),
    ),
    fc.option(digits(1, 30), { nil: undefined }),
    fc.option(
      fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.integer({ min: 0, max: 60 })),
      {
        nil: undefined,
      },
    ),
  )
  .map(
    ([sign, whole, fraction, power]) =>
      `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${power === undefined ? '' : power.join('')}`,
  );

function parse(text: string): Decimal {
  const value = Decimal.parse(text);
  if (value === null) throw new Error(`refused ${text}`);
  return value;
}

describe('a decimal', () => {
  it('has exactly the value of its token', () => {
    const property = fc.property(token, (text) => {
      const { coefficient, exponent } = parse(text);
      expect(isSame(fractionOf(`${coefficient}e${exponent}`), fractionOf(text))).toBe(true);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('prints as the shortest plain number of the same value', () => {
    const property = fc.property(token, (text) => {
      const printed = parse(text).toString();
      expect(printed).toMatch(/^(0|-?(0\.\d*[1-9]|[1-9]\d*(\.\d*[1-9])?))$/);
      expect(isSame(fractionOf(printed), fractionOf(text))).toBe(true);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('gives every double back that JSON can write', () => {
    const property = fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(Number(parse(JSON.stringify(number)).toString())).toBe(number + 0);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('compares as its value does, whatever its spelling', () => {
    const close = fc.tuple(token, fc.constantFrom('', '0', '1', '9')).map(([text, more]) => {
      const longer = text.includes('.') || /e/i.test(text) ? text : `${text}.0${more}`;
      return [text, longer.endsWith('.0') ? `${longer}0` : longer] as const;
    });
    const property = fc.property(fc.oneof(fc.tuple(token, token), close), ([a, b]) => {
      const [x, y] = [fractionOf(a), fractionOf(b)];
      const difference = x.top * y.bottom - y.top * x.bottom;
      expect(Math.sign(parse(a).compare(parse(b)))).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('is the same as another only if nothing of it differs', () => {
    const property = fc.property(token, token, (a, b) => {
      expect(parse(a).isSameAs(parse(a))).toBe(true);
      const [one, other] = [parse(a), parse(b)];
      const isSame = one.coefficient === other.coefficient && one.exponent === other.exponent;
      expect(one.isSameAs(other) && !isSame).toBe(false);
    });
    const examples: [string, string][] = [
      ['0.5', '5'],
      ['0.5', '0.50'],
      ['0.5', '0.4'],
    ];
    fc.assert(property, { numRuns: volume(400, 2_000), examples });
  });

  it('truncates towards zero at any decimal', () => {
    const property = fc.property(token, fc.integer({ min: 0, max: 30 }), (text, decimals) => {
      const { top, bottom } = fractionOf(text);
      expect(parse(text).truncate(decimals)).toBe((top * 10n ** BigInt(decimals)) / bottom);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('is an integer only if it is whole and safe', () => {
    const property = fc.property(token, (text) => {
      const { top, bottom } = fractionOf(text);
      const whole = top / bottom;
      const isWhole = whole * bottom === top && Number.isSafeInteger(Number(whole));
      expect(parse(text).toInteger()).toBe(isWhole ? Number(whole) : null);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', null],
    ['-9007199254740991', -9007199254740991],
    ['-9007199254740992', null],
    ['1e2', 100],
    ['1.50e1', 15],
    ['0.5', null],
    ['-0', 0],
  ])('%s as an integer is %s', (text, expected) => {
    const whole = parse(text).toInteger();
    expect(whole === null ? null : whole + 0).toBe(expected);
  });

  it.each([
    ['NaN'],
    ['Infinity'],
    ['-Infinity'],
    ['0x10'],
    ['0b1'],
    ['0o7'],
    ['01'],
    ['-01'],
    ['00'],
    ['1.'],
    ['.5'],
    ['+1'],
    ['--1'],
    ['-'],
    [''],
    [' 1'],
    ['1 '],
    ['1\n'],
    ['1_000'],
    ['1,5'],
    ['1e'],
    ['1e+'],
    ['e5'],
    ['1e5.5'],
    ['１'],
    ['٣'],
    ['null'],
    ['1n'],
  ])('is not read from %j', (text) => {
    expect(Decimal.parse(text)).toBeNull();
  });

  it.each([
    ['1e309'],
    ['-1e309'],
    ['1e9999'],
    ['1e99999'],
    ['1e-9999'],
    [`1${'0'.repeat(400)}`],
    [`0.${'0'.repeat(400)}1`],
  ])('is not read from the oversized %.12s…', (text) => {
    expect(Decimal.parse(text)).toBeNull();
  });

  it('reads the largest and the smallest double', () => {
    expect(parse('1.7976931348623157e308').truncate(0).toString()).toHaveLength(309);
    expect(parse('5e-324').truncate(8)).toBe(0n);
  });

  it('has no negative zero', () => {
    for (const text of ['-0', '-0.0', '-0e5', '-0.000e-7']) {
      expect(parse(text).toString()).toBe('0');
      expect(parse(text).compare(parse('0'))).toBe(0);
    }
  });
});

describe('formatting', () => {
  it('is exact for any coefficient and exponent', () => {
    const exponent = fc.integer({ min: -40, max: 40 });
    const property = fc.property(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
      exponent,
      (coefficient, power) => {
        const text = formatDecimal(coefficient, power);
        expect(text).toMatch(/^(0|-?(0\.\d*[1-9]|[1-9]\d*(\.\d*[1-9])?))$/);
        expect(isSame(fractionOf(text), fractionOf(`${coefficient}e${power}`))).toBe(true);
      },
    );
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });
});
