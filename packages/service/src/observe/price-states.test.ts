import { describe, expect, it } from 'vitest';
import type { Asset, CatalogueChain } from '../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { parseFixed } from '../money/fixed.ts';
import type { WatchedPrice } from '../pricing/judge-price.ts';
import { neededCoins } from '../pricing/needed-coins.ts';
import { coinPrices } from './price-states.ts';

const NOW = 1_700_000_000;

function asset(chain: string, nativeAbbr: string, abbr: string, more: Partial<Asset> = {}): Asset {
  const on = { canSend: true, canReceive: true, stable: false };
  return { chain: { name: chain, nativeAbbr } as CatalogueChain, abbr, ...on, ...more } as Asset;
}

const off = { canSend: false, canReceive: false };
const assets = [
  asset('Bitcoin', 'BTC', 'BTC', { ...off, isAbsent: true }),
  asset('Litecoin', 'LTC', 'LTC', { canReceive: false }),
  asset('Ethereum', 'ETH', 'ETH', off),
  asset('Ethereum', 'ETH', 'USDT', { stable: true }),
  asset('Arbitrum', 'ETH', 'ARB', off),
];

const price = (abbr: string, more: Partial<WatchedPrice> = {}): WatchedPrice => ({
  abbr,
  value: parseFixed('80'),
  at: NOW,
  source: 'static',
  changedAt: NOW,
  stop: null,
  pending: null,
  anchor: { value: parseFixed('80'), at: NOW },
  ...more,
});

describe('the coins that need a price', () => {
  it('are those that are switched on one way or the other, and those that pay for their transfers', () => {
    expect(neededCoins({ assets })).toEqual(['ETH', 'LTC', 'USDT']);
  });
});

describe('how prices are', () => {
  const statesOf = (...prices: WatchedPrice[]) =>
    Object.fromEntries(
      coinPrices(prices, { assets }, DEFAULT_SETTINGS, NOW).map((coin) => [coin.abbr, coin]),
    );

  it('is said of every coin that needs one or has one', () => {
    const states = statesOf(price('LTC'), price('ETH', { at: NOW - 61 }), price('DOGE', { stop: 'jump' }));
    expect(states).toMatchObject({
      LTC: { noQuote: null, isNeeded: true },
      ETH: { noQuote: 'old', isNeeded: true },
      USDT: { noQuote: 'missing', isNeeded: true, price: null },
      DOGE: { noQuote: 'jump', isNeeded: false },
    });
  });

  it('tells one that stands still though it is quoted, but no stable coin', () => {
    const changedAt = NOW - DEFAULT_SETTINGS.price_frozen_s - 1;
    expect(statesOf(price('LTC', { changedAt }), price('USDT', { changedAt }))).toMatchObject({
      LTC: { isFrozen: true, noQuote: null },
      USDT: { isFrozen: false, noQuote: null },
    });
  });
});
