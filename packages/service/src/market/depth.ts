import { ONE } from '../money/fixed.ts';
import { ceilDivide } from '../money/units.ts';
import type { Book, Level } from './book.ts';

/** An exact number, top ÷ bottom, that counts 10^-18. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** What the book gives for each coin when so much is sold into its bids, rounded down; `thin`: it does not take that much. */
export function priceToSell({ bids }: Book, amount: bigint): bigint | 'thin' {
  refuseNoSize(amount);
  let left = amount;
  let value = 0n;
  for (const level of bids) {
    const taken = level.amount < left ? level.amount : left;
    value += taken * level.price;
    left -= taken;
    if (left === 0n) return value / amount;
  }
  return 'thin';
}

/** What each coin costs when its asks are bought for so much, rounded up; `thin`: it does not offer that much. */
export function priceToBuy({ asks }: Book, value: bigint): bigint | 'thin' {
  refuseNoSize(value);
  const amount = amountsFor(asks, [value])[0] ?? null;
  return amount === null ? 'thin' : ceilDivide(value * ONE * amount.bottom, amount.top);
}

/** How much of the coin changes hands for each of these values, which ascend; null where the levels end before. */
export function amountsFor(levels: readonly Level[], values: readonly bigint[]): (Fraction | null)[] {
  let [n, amount, spent] = [0, 0n, 0n];
  return values.map((value) => {
    // Price × amount counts 10^-36.
    const wanted = value * ONE;
    for (let level = levels[n]; level !== undefined; level = levels[n]) {
      const next = spent + level.price * level.amount;
      if (next >= wanted) return { top: amount * level.price + wanted - spent, bottom: level.price };
      spent = next;
      amount += level.amount;
      n++;
    }
    return null;
  });
}

/** No size has no average. */
export function refuseNoSize(size: bigint): void {
  if (size <= 0n) throw new RangeError('a size must be above 0');
}
