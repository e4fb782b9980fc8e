import { describe, expect, it } from 'vitest';
import { type Asset, Catalogue, type CatalogueChain } from '../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { Refusal } from '../refusal.ts';
import { type Moment, pricedNow, pricedToQuote, priceOfNow } from './prices-of-now.ts';
import { type Price, Rates } from './rates.ts';

const ethereum = { id: 4, name: 'Ethereum', nativeAbbr: 'ETH' } as CatalogueChain;
const asset = (id: number, abbr: string) => ({ id, abbr, chain: ethereum, contract: null }) as Asset;
const [ETH, USDT] = [asset(1, 'ETH'), asset(2, 'USDT')];
const catalogue = new Catalogue([ETH, USDT]);
const settings = { ...DEFAULT_SETTINGS, price_max_age_s: 60 };
const BUSY = new Refusal('server is busy, please try again later');

const price = (abbr: string, value: bigint, stop: Price['stop'] = null): Price => {
  return { abbr, value, at: 100, source: 'static', stop };
};
const moment = (prices: readonly Price[], now = 100): Moment => {
  return { catalogue, rates: new Rates(prices), settings, now };
};
const BOTH = [price('ETH', 4_000n), price('USDT', 1n)];

describe('prices of now', () => {
  it('are as young as the setting asks for, and not a second older', () => {
    expect(priceOfNow(moment(BOTH, 160), USDT)).toBe(1n);
    expect(priceOfNow(moment(BOTH, 161), USDT)).toBeNull();
    expect(priceOfNow(moment(BOTH), { abbr: 'BTC' })).toBeNull();
    expect(priceOfNow(moment(BOTH), { abbr: '__proto__' })).toBeNull();
  });

  it('of an asset go with that of the coin which pays for its transfers', () => {
    const priced = { price: 1n, ladder: null, premiumPpm: 0, fuel: { asset: ETH, price: 4_000n } };
    expect(pricedNow(moment(BOTH), USDT)).toEqual(priced);
    expect(pricedToQuote(moment(BOTH), USDT, 'fixed')).toEqual(priced);
  });

  it.each([
    ['too old', moment(BOTH, 161)],
    ['missing', moment([price('ETH', 4_000n)])],
    ['stopped', moment([price('ETH', 4_000n), price('USDT', 1n, 'jump')])],
    ['missing for the fuel', moment([price('USDT', 1n)])],
    ['stopped for the fuel', moment([price('ETH', 4_000n, 'frozen'), price('USDT', 1n)])],
  ])('that are %s are none, and nothing is quoted', (_, at) => {
    expect(pricedNow(at, USDT)).toBeNull();
    expect(() => pricedToQuote(at, USDT, 'float')).toThrow(BUSY);
  });

  it('that a market has stopped for fixed alone are quoted float, and pay for transfers in both', () => {
    const ladder = { bids: [], asks: [] };
    const jumped = { ...price('USDT', 1n), ladder, fixedStop: 'jump', premiumPpm: 40 } as const;
    const at = moment([price('ETH', 4_000n), jumped]);
    expect(pricedToQuote(at, USDT, 'float')).toMatchObject({ price: 1n, ladder, premiumPpm: 0 });
    expect(() => pricedToQuote(at, USDT, 'fixed')).toThrow(BUSY);
    const ofFuel = moment([{ ...price('ETH', 4_000n), fixedStop: 'spread' }, price('USDT', 1n)]);
    expect(pricedToQuote(ofFuel, USDT, 'fixed')).toMatchObject({ price: 1n });
  });

  it('that a market has stopped for float are none in either mode', () => {
    const at = moment([price('ETH', 4_000n), { ...price('USDT', 1n), floatStop: 'few', fixedStop: 'few' }]);
    for (const mode of ['float', 'fixed'] as const) expect(() => pricedToQuote(at, USDT, mode)).toThrow(BUSY);
  });

  it('carry what a fixed price costs in fixed mode alone', () => {
    const at = moment([price('ETH', 4_000n), { ...price('USDT', 1n), premiumPpm: 40 }]);
    expect(pricedToQuote(at, USDT, 'fixed').premiumPpm).toBe(40);
    expect(pricedToQuote(at, USDT, 'float').premiumPpm).toBe(0);
  });
});
