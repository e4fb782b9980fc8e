import { ONE } from '../../money/fixed.ts';
import type { Trade, VenueFill } from '../../trades/trade.ts';

/** Venues round what a fill comes to at their eighth decimal. */
const ROUNDED = 10n ** 10n;

/**
 * What a venue did that it was not ordered to, in words; null if nothing. It is booked all the same, as it is what happened to
 * our money there, but nothing more is traded until somebody has looked. Pure.
 */
export function fillFault(trade: Trade, filled: bigint, fills: readonly VenueFill[]): string | null {
  const what = `trade ${trade.id} (${trade.clientOrderId})`;
  const told = fills.reduce((sum, { amount }) => sum + amount, 0n);
  if (filled > trade.amount || told > trade.amount) return `${what}: more was traded than was ordered`;
  if (told > filled) return `${what}: its fills are more than what the venue says was traded`;
  const beyond = fills.find((fill) => isBeyond(trade, fill));
  return beyond === undefined ? null : `${what}: fill ${beyond.id} is beyond the limit of the order`;
}

function isBeyond({ side, limitPrice }: Trade, { amount, value }: VenueFill): boolean {
  const limit = amount * limitPrice;
  return side === 'buy' ? (value - ROUNDED) * ONE > limit : (value + ROUNDED) * ONE < limit;
}
