import { Decimal } from '@swapdesk/contract/plain';
import { readTypedIn, type Typed } from '../../design/read-typed.ts';

/** What operators type, read exactly. */

/** As the console writes numbers, whatever the browser speaks: what it has put into a field is read as it was. */
const OURS = { decimal: '.' } as const;

const HIGHEST_FEE_PPM = 500_000;
const HIGHEST_MARKUP_PPM = 100_000;
/** From percent to millionths. */
const PERCENT_PLACES = 4;

/** What was typed, which may be below zero where a minus stands before it: an amount, one that could be two, or none. */
export function typedIn(text: string): Typed | null {
  const [, minus = '', rest = ''] = /^\s*([-\u2212]?)(.*)$/s.exec(text) ?? [];
  const typed = readTypedIn(OURS, rest);
  if (typed === null || minus === '') return typed;
  if ('amount' in typed) return { amount: below(typed.amount) };
  const [thousands, decimals] = typed.either;
  return { either: [below(thousands), below(decimals)] };
}

function below(amount: Decimal): Decimal {
  return Decimal.parse(`-${amount}`) as Decimal;
}

/** The one amount that was typed, which may be below zero; null: this is none, or it could be two. */
export function signedOf(text: string): Decimal | null {
  const typed = typedIn(text);
  return typed !== null && 'amount' in typed ? typed.amount : null;
}

/** An amount that is not negative; null: this is none, or it could be two. */
export function amountOf(text: string): Decimal | null {
  const amount = signedOf(text);
  return amount === null || amount.coefficient < 0n ? null : amount;
}

/** A number of the wire, to be said again. */
export function sameNumber(text: string): Decimal {
  return Decimal.parse(text) as Decimal;
}

/** A percentage in millionths, up to a highest one; undefined: this is none. */
export function ppmOf(percent: string, highest: number): Decimal | undefined {
  const ppm = amountOf(percent)?.shift(PERCENT_PLACES);
  const whole = ppm?.toInteger() ?? null;
  return whole === null || whole > highest ? undefined : ppm;
}

/** A fee in millionths; null, where nothing is typed: no fee of its own; undefined: this is none. */
export function feeOf(percent: string): Decimal | null | undefined {
  return percent.trim() === '' ? null : ppmOf(percent, HIGHEST_FEE_PPM);
}

/** The most markup of an account in millionths: nothing typed is none of it; undefined: this is none. */
export function markupOf(percent: string): Decimal | undefined {
  return ppmOf(percent.trim() === '' ? '0' : percent, HIGHEST_MARKUP_PPM);
}

/** A fee of the wire as it is typed. */
export function percentText(ppm: string | null): string {
  return ppm === null ? '' : (Decimal.parse(ppm)?.shift(-PERCENT_PLACES).toString() ?? '');
}
