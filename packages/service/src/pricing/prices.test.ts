import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { parseFixed } from '../money/fixed.ts';
import { transaction } from '../store/transaction.ts';
import { confirmPrice } from './confirm-price.ts';
import type { PriceFeed } from './feeds/feed.ts';
import { lastReading } from './price-reading.ts';
import { publishPrices } from './prices.ts';
import { loadRates } from './read-rates.ts';
import { loadWatched } from './watched-prices.ts';

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
    read: async (now) => ({
      prices: Object.entries(prices).map(([abbr, value]) => ({ abbr, value: parseFixed(value), at: now })),
      faults: [],
    }),
  };
}

const publish = (prices: Record<string, string>, at: number, name?: string) =>
  publishPrices(store.database, feed(prices, name), () => at, 'main');

/** Young enough at this moment, to the second. */
const since = (now: number) => ({ now, maxAgeS: 0 });

describe('published prices', () => {
  it('come back to the last digit, with their time and their feed', async () => {
    await publish({ BTC: '97000.123456789012345678', SHIB: '0.000000000001' }, NOW, 'test');
    const { prices, source } = await loadRates(store.database);
    expect(prices).toMatchObject([
      { abbr: 'BTC', value: parseFixed('97000.123456789012345678'), at: NOW, source: 'test', stop: null },
      { abbr: 'SHIB', value: 1_000_000n, at: NOW, source: 'test', stop: null },
    ]);
    expect(source).toBe('test');
  });

  it('replace older ones and leave other coins alone', async () => {
    await publish({ BTC: '3', ETH: '2' }, NOW);
    await publish({ BTC: '3.1' }, NOW + 5);
    const rates = await loadRates(store.database);
    expect(rates.find('BTC', since(NOW + 5))).toBe(parseFixed('3.1'));
    expect(rates.find('ETH', since(NOW))).toBe(parseFixed('2'));
    expect(rates.find('ETH', since(NOW + 1))).toBeNull();
  });

  it('do not replace newer ones: a slow node does not turn the clock back', async () => {
    await publish({ BTC: '2' }, NOW);
    await publish({ BTC: '1' }, NOW - 1);
    expect((await loadRates(store.database)).find('BTC', since(NOW))).toBe(parseFixed('2'));
  });

  it('of a node whose clock ran an hour ahead do not keep out the right ones', async () => {
    await publish({ BTC: '1.9' }, NOW + 3_600);
    await publish({ BTC: '2' }, NOW);
    expect((await loadRates(store.database)).find('BTC', since(NOW))).toBe(parseFixed('2'));
  });

  it('cannot be read by a feed that fails: the last ones stay, and grow old', async () => {
    await publish({ BTC: '2' }, NOW);
    const broken: PriceFeed = { ...feed({}), read: () => Promise.reject(new Error('no market')) };
    await expect(publishPrices(store.database, broken, () => NOW + 100, 'main')).rejects.toThrow('no market');
    expect((await loadRates(store.database)).find('BTC', since(NOW))).toBe(parseFixed('2'));
  });

  it('of a source that cannot be read are told of, until it can', async () => {
    const broken: PriceFeed = { ...feed({}), read: () => Promise.reject(new Error('no market')) };
    await expect(publishPrices(store.database, broken, () => NOW, 'main')).rejects.toThrow('no market');
    expect(await lastReading(store.database)).toMatchObject({ faults: [{ abbr: null, what: 'no market' }] });
    await publish({ BTC: '2' }, NOW + 5);
    expect(await lastReading(store.database)).toEqual({ source: 'static', at: NOW + 5, faults: [] });
  });
});

describe('a price that jumps', () => {
  const jumped = async () => {
    await publish({ LTC: '80', BTC: '97000' }, NOW);
    return publish({ LTC: '8000', BTC: '97000' }, NOW + 8);
  };
  const confirm = (coin: string, seen: string | null, now = NOW + 20) =>
    transaction(store.database, (client) =>
      confirmPrice(client, coin, {
        seen: seen === null ? null : parseFixed(seen),
        settings: DEFAULT_SETTINGS,
        now,
      }),
    );
  const find = async (abbr: string, now: number) =>
    (await loadRates(store.database)).find(abbr, { now, maxAgeS: 60 });

  it('is told once, with what to do, and once more when it goes on', async () => {
    expect(await jumped()).toEqual([
      'LTC has jumped from 80 to 8000 (+9900 %) and is not quoted until that is confirmed: npx swapdesk price confirm LTC',
    ]);
    expect(await publish({ LTC: '8000' }, NOW + 9)).toEqual([]);
    expect(await publish({ LTC: '80' }, NOW + 10)).toEqual(['LTC is quoted again, at 80']);
  });

  it('waits in the store beside the last good one, for every node and every restart', async () => {
    await jumped();
    const [, ltc] = await loadWatched(store.database);
    expect(ltc).toMatchObject({
      abbr: 'LTC',
      value: parseFixed('80'),
      at: NOW,
      stop: 'jump',
      pending: { value: parseFixed('8000'), at: NOW + 8, since: NOW + 8, source: 'static' },
    });
    expect(await find('LTC', NOW + 8)).toBeNull();
  });

  it('is not undone by a slow node, nor by two that publish at once', async () => {
    await jumped();
    await publish({ LTC: '80' }, NOW + 7);
    expect(await find('LTC', NOW + 8)).toBeNull();
    await Promise.all([9, 10, 9, 10].map((after) => publish({ LTC: '8000' }, NOW + after)));
    expect((await loadWatched(store.database))[1]).toMatchObject({
      stop: 'jump',
      pending: { since: NOW + 8, at: NOW + 10 },
    });
  });

  it('counts once an operator has confirmed what they saw', async () => {
    await jumped();
    await expect(confirm('LTC', '7000')).rejects.toThrow('the price has moved on');
    await expect(confirm('BTC', null)).rejects.toThrow('does not wait');
    await expect(confirm('XMR', null)).rejects.toThrow('there is no price');
    expect(await find('LTC', NOW + 20)).toBeNull();
    expect(await confirm('ltc', '8000')).toEqual([{ what: 'price', before: '80', after: '8000' }]);
    expect(await find('LTC', NOW + 20)).toBe(parseFixed('8000'));
    await publish({ LTC: '8100' }, NOW + 25);
    expect(await find('LTC', NOW + 25)).toBe(parseFixed('8100'));
    await expect(confirm('LTC', '8100')).rejects.toThrow('does not wait');
  });

  it('is never confirmed by its own source, unless it is set so, and then after so long', async () => {
    await jumped();
    await publish({ LTC: '8010' }, NOW + 7 * 86_400);
    expect(await find('LTC', NOW + 7 * 86_400)).toBeNull();
    await store.database.query("INSERT INTO setting (name, value) VALUES ('price_confirm_s', 300)");
    await publish({ LTC: '80' }, NOW + 7 * 86_400 + 1);
    await publish({ LTC: '8000' }, NOW + 7 * 86_400 + 8);
    await publish({ LTC: '8010' }, NOW + 7 * 86_400 + 307);
    expect(await find('LTC', NOW + 7 * 86_400 + 307)).toBeNull();
    await publish({ LTC: '8010' }, NOW + 7 * 86_400 + 308);
    expect(await find('LTC', NOW + 7 * 86_400 + 308)).toBe(parseFixed('8010'));
    await store.database.query('DELETE FROM setting');
  });

  it('or stands still is confirmed for as long again', async () => {
    await publish({ LTC: '80' }, NOW);
    expect(await publish({ LTC: '80' }, NOW + 21_601)).toEqual([
      'LTC has stood at 80 for too long and is not quoted until it moves',
    ]);
    await confirm('LTC', '80', NOW + 21_601);
    await publish({ LTC: '80' }, NOW + 21_605);
    expect(await find('LTC', NOW + 21_605)).toBe(parseFixed('80'));
    await publish({ LTC: '80' }, NOW + 43_203);
    expect(await find('LTC', NOW + 43_203)).toBeNull();
  });
});
