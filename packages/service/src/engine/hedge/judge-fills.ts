import { TOLD_IN } from '../../market/venues/known-venues.ts';
import { ONE } from '../../money/fixed.ts';
import type { Trade, VenueFill } from '../../trades/trade.ts';
import { FEE_PPM } from './plan-at.ts';

const MILLION = 1_000_000n;

/** Venues round what a fill comes to at their eighth decimal. */
const ROUNDED = 10n ** 10n;

/**
 * What a venue did that it was not ordered to, in words; null if nothing. It is booked all the same, as it is what happened to
 * our money there, but nothing more is traded until somebody has looked. Pure.
 */
export function fillFault(
  trade: Trade,
  filled: bigint,
  fills: readonly VenueFill[],
  /** What coins cost in which a venue may take its fee; null where that is not known now. */
  priceOf: (abbr: string) => bigint | null,
): string | null {
  const what = `trade ${trade.id} (${trade.clientOrderId})`;
  const told = fills.reduce((sum, { amount }) => sum + amount, 0n);
  if (filled > trade.amount || told > trade.amount) return `${what}: more was traded than was ordered`;
  if (told > filled) return `${what}: its fills are more than what the venue says was traded`;
  const beyond = fills.find((fill) => isBeyond(trade, fill));
  if (beyond !== undefined) return `${what}: fill ${beyond.id} is beyond the limit of the order`;
  const dear = fills.find((fill) => isDear(trade, fill, priceOf));
  return dear === undefined ? null : `${what}: the fee of fill ${dear.id} is more than a hundredth of it`;
}

function isBeyond({ side, limitPrice }: Trade, { amount, value }: VenueFill): boolean {
  const limit = amount * limitPrice;
  return side === 'buy' ? (value - ROUNDED) * ONE > limit : (value + ROUNDED) * ONE < limit;
}

/** In the coin, in USDT, or in one of the venue's own. */
function isDear(
  { abbr }: Trade,
  { amount, value, feeAbbr, fee }: VenueFill,
  priceOf: (abbr: string) => bigint | null,
): boolean {
  const beyond = (fee - ROUNDED) * MILLION;
  if (feeAbbr === abbr) return beyond > amount * FEE_PPM;
  const price = feeAbbr === TOLD_IN ? ONE : priceOf(feeAbbr);
  return price !== null && beyond * price > value * FEE_PPM * ONE;
}
