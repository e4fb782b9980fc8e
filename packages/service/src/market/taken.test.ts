import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE } from '../money/fixed.ts';
import { buyAmount, sellValue } from './ladder-price.ts';
import { afterTaken, type Taken } from './taken.ts';
import { anyPrice } from './testing/books.ts';
import { anyLadder } from './testing/ladders.ts';

const RUNS = { numRuns: 300 };
const share = fc.integer({ min: 1, max: 999 });
const of = (whole: bigint, thousandths: number) => (whole * BigInt(thousandths)) / 1_000n + 1n;
const NOTHING: Taken = { sold: 0n, bought: 0n, promisedSold: 0n, promisedBought: 0n };
const taken = (some: Partial<Taken>): Taken => ({ ...NOTHING, ...some });
const cases = fc
  .tuple(anyPrice, share, share, share)
  .chain(([price, a, b, taken]) => anyLadder(price).map((ladder) => ({ ladder, a, b, taken })));

describe('a ladder behind what was taken of it', () => {
  it('is the same where nothing was', () => {
    const property = fc.property(cases, ({ ladder }) => {
      expect(afterTaken(ladder, NOTHING)).toEqual(ladder);
    });
    fc.assert(property, { numRuns: 50 });
  });

  it('gives several sellers together no more than one who sells all of it', () => {
    const property = fc.property(cases, ({ ladder, a, b }) => {
      const most = ladder.bids.at(-1)!;
      const [first, second] = [of((most.amount * 2n) / 3n, a), of(most.amount / 3n, b)];
      const [value, whole] = [sellValue(ladder, first), sellValue(ladder, first + second)];
      fc.pre(value !== null && whole !== null);
      const next = sellValue(afterTaken(ladder, taken({ sold: value })), second);
      expect(next === null || value + next <= whole + most.value / most.amount + 2n).toBe(true);
    });
    fc.assert(property, RUNS);
  });

  it('gives several buyers together no more than one who buys all of it', () => {
    const property = fc.property(cases, ({ ladder, a, b }) => {
      const most = ladder.asks.at(-1)!;
      const [first, second] = [of((most.value * 2n) / 3n, a), of(most.value / 3n, b)];
      const [amount, whole] = [buyAmount(ladder, first), buyAmount(ladder, first + second)];
      fc.pre(amount !== null && whole !== null);
      const next = buyAmount(afterTaken(ladder, taken({ bought: first })), second);
      expect(next === null || amount + next <= whole + 2n).toBe(true);
    });
    fc.assert(property, RUNS);
  });

  it('has half of its depth at least, however much is promised, and as good as nothing once all of it was exchanged', () => {
    const property = fc.property(cases, ({ ladder }) => {
      const [bid, ask] = [ladder.bids.at(-1)!.value, ladder.asks.at(-1)!.value];
      const promised = afterTaken(ladder, taken({ promisedSold: 9n * bid, promisedBought: 9n * ask }));
      expect(promised.bids.at(-1)!.value).toBe(bid - bid / 2n);
      expect(promised.asks.at(-1)!.value).toBe(ask - ask / 2n);
      const exchanged = afterTaken(ladder, taken({ sold: 9n * bid, bought: 9n * ask }));
      expect(exchanged.bids.at(-1)!.value).toBe(bid / 1_000n);
      expect(exchanged.asks.at(-1)!.value).toBe(ask / 1_000n);
    });
    fc.assert(property, RUNS);
  });

  it('is no better for any size than it was, and is worse for larger ones', () => {
    const property = fc.property(cases, ({ ladder, a, taken: part }) => {
      const [bid, ask] = [ladder.bids.at(-1)!, ladder.asks.at(-1)!];
      const after = afterTaken(ladder, taken({ sold: of(bid.value, part), bought: of(ask.value, part) }));
      const [amount, value] = [of(bid.amount, a), of(ask.value, a)];
      expect((sellValue(after, amount) ?? 0n) <= sellValue(ladder, amount)! + 1n).toBe(true);
      expect((buyAmount(after, value) ?? 0n) <= buyAmount(ladder, value)! + 1n).toBe(true);
      for (const [n, rung] of after.bids.slice(1).entries()) {
        const before = after.bids[n]!;
        expect(rung.amount * before.value >= before.amount * rung.value).toBe(true);
      }
      for (const [n, rung] of after.asks.slice(1).entries()) {
        const before = after.asks[n]!;
        expect(rung.amount * before.value <= before.amount * rung.value).toBe(true);
      }
    });
    fc.assert(property, RUNS);
  });

  it('is dearer by what was taken, also where that ends just before a rung', () => {
    const asks = [
      { value: 100n * ONE, amount: ONE },
      { value: 1_000n * ONE, amount: 5n * ONE },
    ];
    const after = afterTaken({ bids: asks, asks }, taken({ bought: 100n * ONE - 1n }));
    expect(buyAmount(after, 90n * ONE)).toBeLessThan(buyAmount({ bids: asks, asks }, 90n * ONE)! / 2n);
  });

  it('is dearer by what was taken', () => {
    const rungs = [
      { value: 100n * ONE, amount: ONE },
      { value: 300n * ONE, amount: (5n * ONE) / 2n },
    ];
    const { asks } = afterTaken({ bids: rungs, asks: rungs }, taken({ bought: 100n * ONE }));
    // The second line: 200 USDT buy 1.5.
    expect(asks).toEqual([
      { value: 100n * ONE, amount: (3n * ONE) / 4n },
      { value: 200n * ONE, amount: (3n * ONE) / 2n },
    ]);
  });
});
