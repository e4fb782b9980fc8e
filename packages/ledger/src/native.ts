/** How many of an asset's smallest units that is. Throws where it is no whole number of them. */
export function nativeUnits(amount: string, decimals: number): bigint {
  const [, whole, rest = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const exact = rest.replace(/0+$/, '');
  if (whole === undefined || exact.length > decimals)
    throw new TypeError(`not ${decimals} decimals: ${amount}`);
  return BigInt(whole + exact.padEnd(decimals, '0'));
}
