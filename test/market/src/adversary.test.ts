import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../packages/service/src/catalog/settings.ts';
import { DEFAULT_PREMIUM_LIMITS } from '../../../packages/service/src/market/premium-limits.ts';
import { volume } from '../../support/volume.ts';
import { honoured, type Played, play, type Strategy, WAIT_S } from './adversary.ts';

const ORDERS = volume(400, 10_000);
/** Of a year: Bitcoin's, a large coin's, and that in a wild month. */
const VOLATILITIES = [0.4, 0.55, 0.7];
/** Of a small coin. */
const WILD = 1;
/** A hundredth of a percent of what it orders: less than it pays the chains for it. */
const NOTHING_PPM = 100;

const of = (strategy: Strategy, volatility: number, more = {}): Played =>
  play({ strategy, volatility, orders: ORDERS, seed: 7, ...more });
const told = (name: string, { winPpm, premiumPpm, paidShare, mostWon }: Played) =>
  `${name}: wins ${(winPpm / 10_000).toFixed(4)} % of what it orders, premium ${(premiumPpm / 10_000).toFixed(2)} %, ` +
  `pays ${(paidShare * 100).toFixed(1)} % of its orders, ${mostWon.toFixed(0)} USDT at most`;

describe.each(VOLATILITIES)(
  'whoever knows the next ten minutes of a coin that moves by %d a year',
  (volatility) => {
    it('wins nothing to speak of by paying only what wins', () => {
      const played = of('those that win', volatility);
      process.stdout.write(`${told(`volatility ${volatility}`, played)}\n`);
      expect(played.winPpm).toBeLessThan(NOTHING_PPM);
    });

    it('loses by paying all, and neither wins nor loses by paying none', () => {
      expect(of('all', volatility).winPpm).toBeLessThan(-DEFAULT_SETTINGS.fixed_fee_ppm);
      expect(of('none', volatility).winPpm).toBe(0);
    });
  },
);

it('has no trick that gets the agreed price from a block later than the hour of grace, and needs none before', () => {
  const seconds = honoured();
  expect(seconds.at(-1)).toBe(WAIT_S);
  expect(seconds).toHaveLength(WAIT_S / 10 + 1);
});

it('would win more at what an option at the money is worth, as nobody pays for those that they leave', () => {
  const won = (factorPct: number) =>
    of('those that win', WILD, { limits: { ...DEFAULT_PREMIUM_LIMITS, factorPct } }).winPpm;
  expect(won(40)).toBeGreaterThan(2 * won(DEFAULT_PREMIUM_LIMITS.factorPct));
  expect(won(150)).toBeLessThan(NOTHING_PPM);
});
