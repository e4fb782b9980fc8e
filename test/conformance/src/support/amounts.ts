import { Decimal, formatDecimal } from '@swapdesk/contract';

const DECIMALS = 8;

/** A quantity in steps of 1e-8, rounded down. */
export function units(quantity: number | string): bigint {
  return (Decimal.parse(String(quantity)) as Decimal).truncate(DECIMALS);
}

/** Steps of 1e-8 as a quantity. */
export function quantity(steps: bigint): number {
  return Number(formatDecimal(steps, -DECIMALS));
}

/** The quantity times a fraction, in steps of 1e-8. */
export function times(value: number, numerator: bigint, denominator = 1n): number {
  return quantity((units(value) * numerator) / denominator);
}

/** The text of every number in a JSON text, by the name of its field. */
export function numbersIn(json: string): { name: string; token: string }[] {
  const fields = json.matchAll(/"((?:[^"\\]|\\.)*)"\s*:\s*(-?\d[^,}\]\s]*)/g);
  return [...fields].map(([, name, token]) => ({ name: name as string, token: token as string }));
}

/** The text of one field's numbers, in the order in which they stand. */
export function tokensOf(json: string, name: string): string[] {
  return numbersIn(json).flatMap((number) => (number.name === name ? [number.token] : []));
}
