import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE, parseFixed } from '../../money/fixed.ts';
import type { Trade } from '../../trades/trade.ts';
import { fillFault } from './judge-fills.ts';
import { type Exposure, isEnough, planAt, type TradeLimits } from './plan-at.ts';

const MILLION = 1_000_000n;
const steps = fc.integer({ min: 8, max: 18 }).map((n) => 10n ** BigInt(n));
const RULES = fc.record({
  amountStep: steps,
  priceStep: steps,
  leastAmount: fc.bigInt(1n, 10n ** 16n),
  leastValue: fc.bigInt(0n, 20n * ONE),
});
const LIMITS: fc.Arbitrary<TradeLimits> = fc.record({
  leastValue: fc.bigInt(10n * ONE, 1_000n * ONE),
  mostValue: fc.bigInt(10n * ONE, 100_000n * ONE),
  leftToday: fc.bigInt(0n, 200_000n * ONE),
  slipPpm: fc.integer({ min: 0, max: 100_000 }),
});
const EXPOSURE: fc.Arbitrary<Exposure> = fc.record({
  abbr: fc.constant('BTC'),
  units: fc.bigInt(-1_000n * ONE, 1_000n * ONE).filter((units) => units !== 0n),
  price: fc.bigInt(10n ** 12n, 200_000n * ONE),
});
const FUNDS = fc.record({ coin: fc.bigInt(0n, 2_000n * ONE), usdt: fc.bigInt(0n, 10_000_000n * ONE) });

describe('a plan', () => {
  it('never trades more than is to be hedged, held, allowed or at a worse price; and in steps of the venue', () => {
    fc.assert(
      fc.property(EXPOSURE, RULES, FUNDS, LIMITS, (exposure, rules, funds, limits) => {
        const plan = planAt('binance', exposure, rules, funds, limits);
        if (typeof plan === 'string') return;
        const { side, amount, limitPrice } = plan;
        const { units, price } = exposure;
        const slip = BigInt(limits.slipPpm);
        const value = (amount * limitPrice) / ONE;
        expect(side).toBe(units > 0n ? 'sell' : 'buy');
        expect(amount <= (units > 0n ? units : -units)).toBe(true);
        const most = (amount * (limitPrice > price ? limitPrice : price)) / ONE;
        expect(most <= limits.mostValue && most <= limits.leftToday).toBe(true);
        expect(amount % rules.amountStep === 0n && limitPrice % rules.priceStep === 0n).toBe(true);
        expect(amount >= rules.leastAmount && value >= rules.leastValue).toBe(true);
        if (side === 'sell') {
          expect(amount <= funds.coin).toBe(true);
          expect(limitPrice * MILLION >= price * (MILLION - slip)).toBe(true);
        } else {
          // With something left for the fee.
          expect(amount * limitPrice * 101n <= funds.usdt * ONE * 100n).toBe(true);
          expect(limitPrice * MILLION <= price * (MILLION + slip)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('leaves less than a step of the venue, where nothing is in the way', () => {
    fc.assert(
      fc.property(EXPOSURE, RULES, LIMITS, (exposure, rules, given) => {
        const limits = { ...given, mostValue: 10n ** 40n, leftToday: 10n ** 40n };
        if (!isEnough(exposure, limits.leastValue)) return;
        const plan = planAt('binance', exposure, rules, { coin: 10n ** 40n, usdt: 10n ** 60n }, limits);
        if (typeof plan === 'string') return;
        const size = exposure.units < 0n ? -exposure.units : exposure.units;
        expect(size - plan.amount < rules.amountStep).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

const TRADE_OF: Trade = {
  id: 1,
  clientOrderId: 'a',
  venue: 'binance',
  abbr: 'BTC',
  state: 'sent',
  why: '',
  plannedAt: 0,
  sentAt: 0,
  finishedAt: 0,
  deadlineMs: 0,
  exposure: ONE,
  reference: ONE,
  side: 'sell',
  amount: parseFixed('2'),
  limitPrice: parseFixed('100'),
};
const fill = (amount: string, value: string, fee = '0', feeAbbr = 'USDT') => ({
  id: '7',
  amount: parseFixed(amount),
  value: parseFixed(value),
  feeAbbr,
  fee: parseFixed(fee),
  at: 0,
});

describe('what a venue did', () => {
  it.each([
    ['as ordered', 'sell', '2', [fill('2', '200')], null],
    ['at a better price', 'sell', '2', [fill('2', '230')], null],
    ['rounded at its last digit', 'sell', '2', [fill('2', '199.99999999')], null],
    ['below the limit of a sale', 'sell', '2', [fill('2', '199.9')], /beyond the limit/],
    ['above the limit of a purchase', 'buy', '2', [fill('2', '200.1')], /beyond the limit/],
    ['below the limit of a purchase', 'buy', '2', [fill('2', '150')], null],
    ['more than was ordered', 'sell', '2.1', [fill('2.1', '210')], /more was traded than was ordered/],
    ['for a fee', 'sell', '2', [fill('2', '200', '2')], null],
    ['for a fee that is too much', 'sell', '2', [fill('2', '200', '2.1')], /fee of fill 7 is more than/],
    ['for such a fee in the coin', 'buy', '2', [fill('2', '200', '0.021', 'BTC')], /fee of fill 7/],
    ['for such a fee in a third coin', 'buy', '2', [fill('2', '200', '0.0036', 'BNB')], /fee of fill 7/],
    ['for a fee in a coin without a price', 'buy', '2', [fill('2', '200', '9', 'KFEE')], null],
    ['more than it says', 'sell', '1', [fill('2', '200')], /more than what the venue says/],
  ] as const)('is judged: %s', (_what, side, filled, fills, words) => {
    const fault = fillFault({ ...TRADE_OF, side }, parseFixed(filled), fills, (abbr) =>
      abbr === 'BNB' ? parseFixed('600') : null,
    );
    if (words === null) expect(fault).toBeNull();
    else expect(fault).toMatch(words);
  });
});
