/** Exact decimals: integers of 10^-18, as prices are told with no more digits than these. */
const DIGITS = 18;
const ONE = 10n ** BigInt(DIGITS);
/** The digits that amounts are told with. */
const SHOWN = 8;

export function parse(text: string): bigint {
  const [, sign, whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) throw new TypeError(`not an amount: ${text}`);
  const value = BigInt(whole) * ONE + BigInt(rest.slice(0, DIGITS).padEnd(DIGITS, '0'));
  return sign === '-' ? -value : value;
}

/** Rounded down to 8 decimals; what is below nothing is nothing. */
export function format(value: bigint): string {
  const shown = (value < 0n ? 0n : value) / 10n ** BigInt(DIGITS - SHOWN);
  const digits = String(shown).padStart(SHOWN + 1, '0');
  const rest = digits.slice(-SHOWN).replace(/0+$/, '');
  return rest === '' ? digits.slice(0, -SHOWN) : `${digits.slice(0, -SHOWN)}.${rest}`;
}

export function times(one: bigint, other: bigint): bigint {
  return (one * other) / ONE;
}

export function over(one: bigint, other: bigint): bigint {
  return (one * ONE) / other;
}
