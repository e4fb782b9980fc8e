import { Decimal, FIXED_DECIMALS, formatDecimal, powerOfTen } from '@swapdesk/contract';

export { FIXED_DECIMALS };

/** Prices and ratios: integers that count 10^-18. */
export const ONE = powerOfTen(FIXED_DECIMALS);

/** As a numeric column gives it: with all its decimals. */
const ALL_DECIMALS = new RegExp(`^(0|[1-9]\\d{0,40})\\.(\\d{${FIXED_DECIMALS}})$`);

/** Reads decimal text, such as a numeric column or a price file's entry; digits beyond the 18th are dropped. */
export function parseFixed(text: string): bigint {
  // An order has a dozen of these: read whole they take a third of the time.
  if (ALL_DECIMALS.test(text)) return BigInt(text.replace('.', ''));
  const value = Decimal.parse(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));
  if (value === null) throw new RangeError(`not a decimal number: ${text}`);
  return value.truncate(FIXED_DECIMALS);
}

/** As exact decimal text. */
export function formatFixed(value: bigint): string {
  return formatDecimal(value, -FIXED_DECIMALS);
}
