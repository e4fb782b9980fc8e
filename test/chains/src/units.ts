/** What an answer says was paid, in base units. Amounts in answers have so few digits that a float holds them. */
export function units(volume: number, decimals: number): bigint {
  const [whole = '0', part = ''] = volume.toFixed(Math.min(decimals, 8)).split('.');
  return BigInt(whole + part.padEnd(decimals, '0'));
}

/** An amount as a node of Bitcoin's family says it, in base units. */
export function coinUnits(amount: unknown): bigint {
  const [whole = '0', part = ''] = String(amount).split('.');
  return BigInt(whole + part.padEnd(8, '0'));
}
