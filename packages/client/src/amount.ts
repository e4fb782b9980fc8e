/** A number of decimal.js, big.js, bignumber.js and the like: written without an exponent it has all its digits. */
interface LibraryDecimal {
  toFixed(): string;
}

/** An amount as it can be said in a request. In answers all amounts are text, digit for digit. */
export type Amount = string | number | bigint | LibraryDecimal;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON number that says so much. Throws a TypeError where it says no number. */
export function amountText(amount: Amount): string {
  const text = typeof amount === 'object' ? amount.toFixed() : String(amount);
  if (!NUMBER.test(text)) throw new TypeError(`not an amount: ${text}`);
  return text;
}
