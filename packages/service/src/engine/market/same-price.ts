import type { MarketPrice } from '../../pricing/market-prices.ts';

/** Whether a price says nothing new, but for its time. */
export function saysTheSame(one: MarketPrice, other: MarketPrice): boolean {
  return (
    one.mid === other.mid &&
    one.float === other.float &&
    one.fixed === other.fixed &&
    one.premiumPpm === other.premiumPpm &&
    isSameLadder(one.ladder, other.ladder)
  );
}

function isSameLadder(one: MarketPrice['ladder'], other: MarketPrice['ladder']): boolean {
  if (one === null || other === null) return one === other;
  return (['bids', 'asks'] as const).every(
    (side) =>
      one[side].length === other[side].length &&
      one[side].every(
        ({ value, amount }, n) => value === other[side][n]?.value && amount === other[side][n]?.amount,
      ),
  );
}
