import { Decimal, formatDecimal, PROMISED_DECIMALS } from '@swapdesk/contract/plain';

/** What a person has typed: an amount, or one that could be two. */
export type Typed =
  | { readonly amount: Decimal }
  /** With its thousands apart, or with a comma before its decimals: `50,000` is either. */
  | { readonly either: readonly [thousands: Decimal, decimals: Decimal] };

const THOUSANDS = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/;

/**
 * Reads what a person types as an amount; null if it is none. Thousands may be apart by spaces, apostrophes, or by commas or
 * points where the other stands before the decimals, or where there are several. A comma alone before three digits says either.
 */
export function readTyped(text: string): Typed | null {
  const plain = text.replace(/[\s_'’]/g, '');
  // An exponent would surprise whoever typed it.
  if (!/^[\d.,]+$/.test(plain)) return null;
  const separators = plain.replace(/\d/g, '');
  const last = separators.at(-1);
  if (separators.length < 2 || new Set(separators).size === 2) {
    const [whole = '', fraction, ...more] = last === undefined ? [plain] : plain.split(last);
    if (more.length > 0 || (/[.,]/.test(whole) && !THOUSANDS.test(whole))) return null;
    const amount = exact(whole.replace(/[.,]/g, ''), fraction);
    if (amount === null || plain !== `${whole},${fraction}` || !THOUSANDS.test(plain))
      return amount && { amount };
    return { either: [exact(plain.replace(',', '')) as Decimal, amount] };
  }
  const whole = THOUSANDS.test(plain) ? exact(plain.replace(/[.,]/g, '')) : null;
  return whole && { amount: whole };
}

/** The one amount that was typed; null if there is none, or it could be two. */
export function readAmount(text: string): Decimal | null {
  const typed = readTyped(text);
  return typed !== null && 'amount' in typed ? typed.amount : null;
}

function exact(whole: string, fraction = ''): Decimal | null {
  if (whole === '' && fraction === '') return null;
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return Decimal.parse(fraction === '' ? digits : `${digits}.${fraction}`);
}

/** True if an amount has digits beyond those that are counted. */
export function isTooFine(amount: Decimal): boolean {
  return formatDecimal(amount.truncate(PROMISED_DECIMALS), -PROMISED_DECIMALS) !== amount.toString();
}

/** An amount for reading: rounded down to so many decimals, with its thousands apart. */
export function showAmount(amount: Decimal, decimals = PROMISED_DECIMALS): string {
  return apart(formatDecimal(amount.truncate(decimals), -decimals));
}

/** A price for reading: as many digits as say something. */
export function showPrice(price: Decimal): string {
  const whole = price.truncate(0).toString();
  const leading = whole === '0' ? leadingZeros(price) : 0;
  return showAmount(price, whole === '0' ? leading + 6 : Math.max(2, 6 - whole.length));
}

function leadingZeros(price: Decimal): number {
  const [, fraction = ''] = price.toString().split('.');
  return /^0*/.exec(fraction)?.[0].length ?? 0;
}

function apart(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
