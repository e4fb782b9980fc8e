import { Decimal, formatDecimal } from '@swapdesk/contract/plain';

/** The service promises no more decimals than these. */
export const PROMISED_DECIMALS = 8;

/** Reads what a person types as an amount, with a comma or a point; null if it is none. */
export function readAmount(text: string): Decimal | null {
  const plain = text
    .replace(/[\s_']/g, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
    .replace(/\.$/, '');
  // An exponent would surprise whoever typed it.
  return /^[\d.]+$/.test(plain) ? Decimal.parse(plain) : null;
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
