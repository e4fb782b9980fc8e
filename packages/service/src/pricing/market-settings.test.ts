import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { DEFAULT_MARKET_LIMITS } from '../market/market-limits.ts';
import { DEFAULT_PREMIUM_LIMITS } from '../market/premium-limits.ts';
import { marketLimits, premiumLimits } from './market-settings.ts';

it('settings that nobody has changed are the limits that the market was made with', () => {
  expect(marketLimits(DEFAULT_SETTINGS)).toEqual(DEFAULT_MARKET_LIMITS);
  expect(premiumLimits(DEFAULT_SETTINGS)).toEqual(DEFAULT_PREMIUM_LIMITS);
});

it('each of them is a setting of its own', () => {
  const names = Object.keys(DEFAULT_SETTINGS).filter((name) => name.startsWith('market_'));
  expect(names).toHaveLength(17);
  const changed = names.map((name) => {
    const settings = { ...DEFAULT_SETTINGS, [name]: 7 };
    return JSON.stringify([marketLimits(settings), premiumLimits(settings)]);
  });
  expect(new Set(changed).size).toBe(17);
});
