import { Decimal } from '@swapdesk/contract/plain';
import { plainDigit } from './digits.ts';
import type { Separators } from './separators.ts';

/** What a person has typed: an amount, or one that could be two. */
export type Typed =
  | { readonly amount: Decimal }
  /** With its thousands apart, or with a sign before its decimals: `50,000` is either. */
  | { readonly either: readonly [thousands: Decimal, decimals: Decimal] };

/** Signs that are another in another writing; ٫ for all that stand before decimals and nowhere else, ٬ between thousands. */
const SIGNS: Readonly<Record<string, string>> = {
  '،': ',',
  '，': ',',
  '、': ',',
  '．': '.',
  '。': '.',
  '｡': '.',
  '’': '٬',
  "'": '٬',
  _: '٬',
};

const THOUSANDS = /^[1-9]\d{0,2}(?:([.,٬])\d{3})(?:\1\d{3})*$/;
/** As India writes them: 12,34,567. */
const LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

/**
 * Reads what a person types as an amount; null if it is none. Digits and signs may be of another writing. Both kinds of signs:
 * the last stands before the decimals. Several of a kind: they stand between thousands. One alone is read as the reader's locale
 * writes decimals; where it could as well stand between thousands, the answer is either: `50,000` is never just 50.
 */
export function readTypedIn({ decimal }: Pick<Separators, 'decimal'>, text: string): Typed | null {
  const plain = plainOf(text);
  // An exponent would surprise whoever typed it.
  if (!/^[\d.,٫٬]+$/.test(plain)) return null;
  const signs = plain.replace(/[\d٬]/g, '');
  const last = signs.at(-1);
  // One alone, or the only one of its kind behind others.
  if (last === undefined || signs.indexOf(last) !== signs.length - 1) {
    const amount = exact(plain, '');
    return amount && { amount };
  }
  const at = plain.lastIndexOf(last);
  const [whole, fraction] = [plain.slice(0, at), plain.slice(at + 1)];
  const amount = exact(whole, fraction);
  if (amount === null) return null;
  const asThousands = last !== '٫' && THOUSANDS.test(plain) ? exact(plain, '') : null;
  // Nobody ends decimals with a zero; whoever writes thousands the other way does.
  const isOwn = last === decimal && !plain.endsWith('0');
  return asThousands === null || isOwn ? { amount } : { either: [asThousands, amount] };
}

function plainOf(text: string): string {
  return Array.from(text.trim().replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, ''), (sign) => {
    const digit = plainDigit(sign);
    return SIGNS[digit] ?? (/\s/.test(digit) ? '٬' : digit);
  }).join('');
}

/** Null where what stands between the digits is in no place where people put it. */
function exact(whole: string, fraction: string): Decimal | null {
  if (whole === '' && fraction === '') return null;
  const isWhole = /^\d*$/.test(whole) || THOUSANDS.test(whole) || LAKHS.test(whole);
  if (!isWhole || !/^\d*$/.test(fraction)) return null;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return Decimal.parse(fraction === '' ? digits : `${digits}.${fraction}`);
}
