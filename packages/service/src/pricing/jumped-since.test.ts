import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { parseFixed } from '../money/fixed.ts';
import { hasJumpedSince } from './jumped-since.ts';
import { Rates } from './rates.ts';
import type { Market, Terms } from './terms.ts';

const QUOTED = { BTC: '97000.123', ETH: '3600.6', SOL: '190' };
const terms = {
  from: { abbr: 'BTC' },
  units: 1n,
  price: parseFixed(QUOTED.BTC),
  entries: [{ asset: { abbr: 'ETH' }, price: parseFixed(QUOTED.ETH) }],
} as unknown as Terms;

function marketNow(moved: Partial<typeof QUOTED>, price_jump_ppm = DEFAULT_SETTINGS.price_jump_ppm): Market {
  const prices = Object.entries({ ...QUOTED, ...moved }).map(([abbr, text]) => ({
    abbr,
    value: parseFixed(text),
    at: 1,
    source: 'file',
  }));
  const settings = { ...DEFAULT_SETTINGS, price_jump_ppm };
  return { rates: new Rates(prices), settings, now: 1 } as unknown as Market;
}

describe('a quote from before a jump', () => {
  it.each([
    [{}, false],
    [{ BTC: '116400' }, false],
    [{ BTC: '116401' }, true],
    [{ BTC: '80834' }, false],
    [{ BTC: '80833' }, true],
    [{ ETH: '3000.5' }, false],
    [{ ETH: '3000' }, true],
    [{ ETH: '4321' }, true],
    [{ SOL: '1900' }, false],
  ])('at %o has jumped: %s', (moved, expected) => {
    expect(hasJumpedSince(terms, marketNow(moved))).toBe(expected);
    expect(hasJumpedSince(terms, marketNow(moved, 0))).toBe(false);
  });

  it('is none where no price is known', () => {
    const market = { ...marketNow({}), rates: new Rates([]) };
    expect(hasJumpedSince(terms, market)).toBe(false);
  });
});
