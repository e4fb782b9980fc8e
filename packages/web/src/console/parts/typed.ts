import { Decimal } from '@swapdesk/contract/plain';

/** What operators type, read exactly. */

const HIGHEST_FEE_PPM = 500_000;
const HIGHEST_MARKUP_PPM = 100_000;
/** From percent to millionths. */
const PERCENT_PLACES = 4;

/** An amount that is not negative; null: this is none. */
export function amountOf(text: string): Decimal | null {
  const amount = Decimal.parse(text.trim());
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
