import fc from 'fast-check';
import { ONE } from '../../money/fixed.ts';
import { ceilDivide } from '../../money/units.ts';
import type { Ladder, Rung } from '../ladder.ts';
import { DEFAULT_MARKET_LIMITS } from '../market-limits.ts';

const MILLION = 1_000_000n;

/** Ladders around a price: each rung's average is worse than the one before by up to so many millionths. */
export function anyLadder(price: bigint, mostStepPpm = 100_000): fc.Arbitrary<Ladder> {
  const { sizesUsdt } = DEFAULT_MARKET_LIMITS;
  const steps = fc.array(fc.oneof(fc.constant(0), fc.nat(50), fc.nat(mostStepPpm)), {
    minLength: 1,
    maxLength: sizesUsdt.length,
  });
  const rungs = (list: readonly number[], isAsk: boolean) => {
    let average = price;
    let before: Rung = { value: ONE, amount: isAsk ? ONE * ONE : 0n };
    return list.map((ppm, n): Rung => {
      const value = BigInt(sizesUsdt[n] as number) * ONE;
      average += ((isAsk ? average : -average) * BigInt(ppm)) / MILLION;
      // No better than the rung before, whatever rounding says.
      const [mine, level] = isAsk
        ? [(value * ONE) / average, (value * before.amount) / before.value]
        : [ceilDivide(value * ONE, average), ceilDivide(value * before.amount, before.value)];
      before = { value, amount: mine < level === isAsk ? mine : level };
      return before;
    });
  };
  return fc
    .tuple(steps, steps)
    .map(([bids, asks]) => ({ bids: rungs(bids, false), asks: rungs(asks, true) }));
}

/** The same price for any size that anybody has. */
export function flatLadder(price: bigint): Ladder {
  const coins = 10n ** 40n;
  const rung = { value: price * coins, amount: coins * ONE };
  return { bids: [rung], asks: [rung] };
}
