import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { parseFixed } from '../money/fixed.ts';
import type { PriceFeed } from './feeds/feed.ts';
import { loadRates, publishPrices } from './prices.ts';

const NOW = 1_700_000_000;

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query('DELETE FROM price');
});

function feed(prices: Record<string, string>, name = 'static'): PriceFeed {
  return {
    name,
    intervalMs: 1_000,
    read: async () => Object.entries(prices).map(([abbr, value]) => ({ abbr, value: parseFixed(value) })),
  };
}

const publish = (prices: Record<string, string>, at: number, name?: string) =>
  publishPrices(store.database, feed(prices, name), () => at);

/** Young enough at this moment, to the second. */
const since = (now: number) => ({ now, maxAgeS: 0 });

describe('published prices', () => {
  it('come back to the last digit, with their time and their feed', async () => {
    await publish({ BTC: '97000.123456789012345678', SHIB: '0.000000000000000001' }, NOW, 'test');
    const { prices, source } = await loadRates(store.database);
    expect(prices).toEqual([
      { abbr: 'BTC', value: parseFixed('97000.123456789012345678'), at: NOW, source: 'test' },
      { abbr: 'SHIB', value: 1n, at: NOW, source: 'test' },
    ]);
    expect(source).toBe('test');
  });

  it('replace older ones and leave other coins alone', async () => {
    await publish({ BTC: '1', ETH: '2' }, NOW);
    await publish({ BTC: '3' }, NOW + 5);
    const rates = await loadRates(store.database);
    expect(rates.find('BTC', since(NOW + 5))).toBe(parseFixed('3'));
    expect(rates.find('ETH', since(NOW))).toBe(parseFixed('2'));
    expect(rates.find('ETH', since(NOW + 1))).toBeNull();
  });

  it('do not replace newer ones: a slow node does not turn the clock back', async () => {
    await publish({ BTC: '2' }, NOW);
    await publish({ BTC: '1' }, NOW - 1);
    expect((await loadRates(store.database)).find('BTC', since(NOW))).toBe(parseFixed('2'));
  });

  it('are stored all or none', async () => {
    await publish({ BTC: '2', ETH: '2' }, NOW);
    await expect(publish({ BTC: '3', ETH: '0' }, NOW + 1)).rejects.toThrow();
    expect((await loadRates(store.database)).prices.map(({ at }) => at)).toEqual([NOW, NOW]);
  });

  it('of a node whose clock ran an hour ahead do not keep out the right ones', async () => {
    await publish({ BTC: '1' }, NOW + 3_600);
    await publish({ BTC: '2' }, NOW);
    expect((await loadRates(store.database)).find('BTC', since(NOW))).toBe(parseFixed('2'));
  });

  it('cannot be read by a feed that fails: the last ones stay, and grow old', async () => {
    await publish({ BTC: '2' }, NOW);
    const broken: PriceFeed = { ...feed({}), read: () => Promise.reject(new Error('no market')) };
    await expect(publishPrices(store.database, broken, () => NOW + 100)).rejects.toThrow('no market');
    expect((await loadRates(store.database)).find('BTC', since(NOW))).toBe(parseFixed('2'));
  });
});
