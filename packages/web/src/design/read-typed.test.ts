import { Decimal } from '@swapdesk/contract/plain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apartIn } from './amounts.ts';
import { readTypedIn, type Typed } from './read-typed.ts';
import { localeOf, separatorsOf } from './separators.ts';

const LOCALES = [
  'en-GB',
  'en-ZA',
  'de-DE',
  'de-CH',
  'de-AT',
  'es',
  'es-MX',
  'pt-BR',
  'ru',
  'zh-CN',
  'ar',
  'ar-EG',
];

/** What is read, as text: an amount, two that are asked about, or nothing. */
function said(typed: Typed | null): string | null {
  if (typed === null) return null;
  return 'amount' in typed ? typed.amount.toString() : typed.either.map(String).join(' or ');
}

const read = (locale: string, text: string) => said(readTypedIn(separatorsOf(locale), text));

describe('an amount that is typed', () => {
  it.each([
    ['de-DE', '1.234,56', '1234.56'],
    ['de-DE', '1,234', '1.234'],
    ['de-DE', '1.234', '1234 or 1.234'],
    ['de-DE', '50,000', '50000 or 50'],
    ['de-DE', '50.000', '50000 or 50'],
    ['en-GB', '1.234', '1.234'],
    ['en-GB', '50.000', '50000 or 50'],
    ['en-GB', '1,00,000.5', '100000.5'],
    ['ru', '1 234,5', '1234.5'],
    ['de-CH', '1’234.5', '1234.5'],
    ['ar-EG', '١٬٢٣٤٫٥', '1234.5'],
    ['ar', '٥٠٬٠٠٠', '50000'],
    ['ar', '٥٠،٠٠٠', '50000 or 50'],
    ['ar', '۱۲٫۵', '12.5'],
    ['zh-CN', '１２．５', '12.5'],
    ['zh-CN', '１２。５', '12.5'],
    ['zh-CN', '５０，０００', '50000 or 50'],
    ['en-GB', '\u200e0.5\u200f', '0.5'],
    ['en-GB', '1٫5٫2', null],
    ['en-GB', '1T5', null],
    ['en-GB', '1D5', null],
  ])('in %s: %s is %s', (locale, text, amount) => {
    expect(read(locale, text)).toBe(amount);
  });

  const amounts = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 8 }))
    .map(([units, decimals]) => (Decimal.parse(String(units)) as Decimal).shift(-decimals).toString());

  it('is what a page of the same locale shows, or is asked about: never another', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...LOCALES), (amount, locale) => {
        const shown = apartIn(separatorsOf(locale), amount);
        expect(read(locale, shown)?.split(' or ')).toContain(amount);
      }),
    );
  });

  const typed = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789.,', ' ', '٫', '٬', '’'), maxLength: 14 }),
    fc
      .tuple(amounts, fc.constantFrom(...LOCALES))
      .map(([amount, locale]) => apartIn(separatorsOf(locale), amount)),
  );

  it('is never one amount to one reader and another to the next', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const all = new Set(
          LOCALES.map((locale) => read(locale, text)).filter((each) => !each?.includes(' or ')),
        );
        expect(all.size).toBeLessThanOrEqual(1);
      }),
      { examples: [['50,000'], ['50.000'], ['1.234'], ['1,234']] },
    );
  });

  it('keeps every digit, whatever stands between them', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const digits = (of: string) => of.replace(/\D/g, '').replace(/^0+|0+$/g, '');
        for (const amount of read('en-GB', text)?.split(' or ') ?? [])
          expect(digits(amount)).toBe(digits(text));
      }),
    );
  });

  it.each(['٠', '۰', '０', '०'])('is the same with digits from %s on', (zero) => {
    const other = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) as number) + Number(digit)));
    fc.assert(
      fc.property(typed, (text) => {
        expect(read('de-DE', other(text))).toBe(read('de-DE', text));
      }),
    );
  });
});

it('a locale is what the browser asks for in the page’s language, else the language’s own', () => {
  expect(localeOf('de', ['fr-CH', 'de-AT', 'de'])).toBe('de-AT');
  expect(localeOf('de', ['fr-CH'])).toBe('de');
  expect(localeOf('en', ['de-DE'])).toBe('en-GB');
  expect(localeOf('pt', [])).toBe('pt-BR');
});
