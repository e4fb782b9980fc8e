import { Decimal, formatDecimal, type Json } from '@swapdesk/contract/plain';

/**
 * A type of the wire as the console holds it: every number is its text, digit for digit. What is counted or drawn is
 * made a number where that happens.
 */
export type Read<Wire> = Wire extends number
  ? string
  : Wire extends readonly (infer Item)[]
    ? readonly Read<Item>[]
    : Wire extends object
      ? { readonly [Name in keyof Wire]: Read<Wire[Name]> }
      : Wire;

/** What was parsed, with numbers as texts. */
export function numbersAsText(value: Json): unknown {
  if (value instanceof Decimal) return value.toString();
  if (Array.isArray(value)) return value.map(numbersAsText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, numbersAsText(field)]));
}

/** More digits than any amount has after its point. */
const DIGITS = 30;

/** The sum of amounts, exactly. */
export function sumOf(amounts: readonly string[]): string {
  const sum = amounts.reduce((total, each) => total + (Decimal.parse(each)?.truncate(DIGITS) ?? 0n), 0n);
  return formatDecimal(sum, -DIGITS);
}
