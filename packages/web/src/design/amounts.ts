import { type Decimal, formatDecimal, PROMISED_DECIMALS } from '@swapdesk/contract/plain';
import { isRightToLeft, locale } from './locale.ts';
import { readTypedIn, type Typed } from './read-typed.ts';
import { type Separators, separatorsOf } from './separators.ts';

const OURS = separatorsOf(locale);

/** Reads what a person types, as the reader's locale writes numbers; null if it is none. */
export function readTyped(text: string): Typed | null {
  return readTypedIn(OURS, text);
}

/** The one amount that was typed; null if there is none, or it could be two. */
export function readAmount(text: string): Decimal | null {
  const typed = readTyped(text);
  return typed !== null && 'amount' in typed ? typed.amount : null;
}

/** An amount as its reader would type it, to the last digit. */
export function typedAmount(amount: Decimal): string {
  return amount.toString().replace('.', OURS.decimal);
}

/** True if an amount has digits beyond those that are counted. */
export function isTooFine(amount: Decimal): boolean {
  return formatDecimal(amount.truncate(PROMISED_DECIMALS), -PROMISED_DECIMALS) !== amount.toString();
}

/** An amount for reading: rounded down to so many decimals, with its thousands apart. */
export function showAmount(amount: Decimal, decimals = PROMISED_DECIMALS): string {
  return inOrder(apartIn(OURS, formatDecimal(amount.truncate(decimals), -decimals)));
}

/** The same to the last digit, and as the locale writes it: to be compared with what was typed. */
export function writtenAmount(amount: Decimal): string {
  return apartIn(OURS, amount.toString());
}

/** An amount to be sent: whole, its thousands together, so that it can be typed anywhere. */
export function showExact(amount: Decimal): string {
  return inOrder(typedAmount(amount));
}

/** A price for reading: as many digits as say something. */
export function showPrice(price: Decimal): string {
  const whole = price.truncate(0).toString();
  const leading = whole === '0' ? leadingZeros(price) : 0;
  return showAmount(price, whole === '0' ? leading + 6 : Math.max(2, 6 - whole.length));
}

/** So many percent, e.g. `0.5 %`: in one line with its sign. */
export function showPercent(percent: string): string {
  return `${percent.replace('.', OURS.decimal)}\u00a0%`;
}

function leadingZeros(price: Decimal): number {
  const [, fraction = ''] = price.toString().split('.');
  return /^0*/.exec(fraction)?.[0].length ?? 0;
}

/** Digits as a locale writes them. */
export function apartIn({ decimal, thousands }: Separators, text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** Where lines run from right to left, a mark keeps an amount and the coin behind it in their own order. */
function inOrder(text: string): string {
  return isRightToLeft ? `\u200e${text}` : text;
}
