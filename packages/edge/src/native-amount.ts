/** Exact ways between what wallets count in, whole numbers of the smallest unit, and what a desk says, decimal text. */

/** How many decimals a denomination has whose unit is so many native ones. */
export function decimalsOf(multiplier: string): number {
  if (!/^10*$/.test(multiplier)) throw new TypeError(`not a power of ten: ${multiplier}`);
  return multiplier.length - 1;
}

/** What so many native units are, digit for digit. */
export function toDecimal(native: string, decimals: number): string {
  if (!/^\d+$/.test(native)) throw new TypeError(`not an amount in native units: ${native}`);
  const digits = native.replace(/^0+/, '').padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

/** How many native units that is. Throws where it is no whole number of them: nothing is rounded here. */
export function toNative(decimal: string, decimals: number): string {
  const [, whole, rest = ''] = /^(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new TypeError(`not an amount: ${decimal}`);
  const exact = rest.replace(/0+$/, '');
  if (exact.length > decimals) throw new RangeError(`${decimal} has more than ${decimals} decimals`);
  return `${whole}${exact.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '');
}
