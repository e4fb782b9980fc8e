import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import type { Asset, Catalogue } from '../../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../../catalog/settings.ts';
import { MOST_COINS } from '../../market/venues/venue-times.ts';
import { loadStandings } from '../../pricing/venue-standings.ts';
import type { Engine } from '../context.ts';
import { takeLease } from '../lease.ts';
import { areOthers, beyondExchanges, marketCoins } from './market-coins.ts';
import { MARKET_LEASE, marketJob } from './market-job.ts';

const asset = (abbr: string, isOn = true): Asset =>
  ({ abbr, chain: { nativeAbbr: abbr }, canSend: isOn, canReceive: isOn, stable: false }) as Asset;
const abbrs = (assets: readonly Asset[]) => marketCoins({ assets }, []).map(({ abbr }) => abbr);

describe('the coins that are watched', () => {
  it('are those that are switched on first, whatever the alphabet says', () => {
    const off = Array.from({ length: MOST_COINS }, (_, n) => asset(`A${n}`, false));
    const coins = marketCoins({ assets: [...off, asset('ZEC')] }, []);
    expect(coins[0]?.abbr).toBe('ZEC');
    expect(beyondExchanges(coins)).toHaveLength(1);
    expect(beyondExchanges(coins)).not.toContain('ZEC');
  });

  it('are others when one has come or is stable, and not when one is switched on that was watched', () => {
    const of = (...assets: Asset[]) => marketCoins({ assets }, []);
    const before = of(asset('BTC'), asset('LTC', false));
    expect(areOthers(of(asset('BTC'), asset('LTC')), before)).toBe(false);
    expect(areOthers(of(asset('BTC'), asset('LTC'), asset('ETH')), before)).toBe(true);
    expect(areOthers(of(asset('BTC'), { ...asset('LTC', false), stable: true }), before)).toBe(true);
    expect(abbrs([{ ...asset('OLD'), isAbsent: true }])).toEqual([]);
  });
});

describe('whoever leads', () => {
  let store: TestDatabase;
  let server: Server;
  beforeAll(async () => {
    store = await createTestDatabase();
    server = createServer((_, answer) => {
      const coins = { BTC: { bid: 100, ask: 101 }, LTC: { bid: 80, ask: 81 } };
      answer.end(JSON.stringify({ time: Date.now() / 1_000, coins }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    server.close();
    await store.drop();
  });

  it('watches a coin that was added meanwhile, without being restarted', async () => {
    let [assets, aheadMs] = [[asset('BTC')], 0];
    const { port } = server.address() as AddressInfo;
    const job = marketJob({
      venues: ['a', 'b'].map((name) => ({ kind: 'source', name, url: `http://127.0.0.1:${port}/` })),
      small: [],
      clockMs: () => Date.now() + aheadMs,
      random: () => 0.5,
      onFault: (error) => {
        throw error;
      },
    });
    const engine = {
      database: store.database,
      market: async () => ({ settings: DEFAULT_SETTINGS, catalogue: { assets } as unknown as Catalogue }),
      warn: () => {},
    } as unknown as Engine;
    const lease = (await takeLease(store.database, MARKET_LEASE, 'us', null, 600))!;
    const watched = async () => {
      await job.round(engine, lease);
      const { standings } = (await loadStandings(store.database))!;
      return standings.map(({ venue, abbr }) => `${venue} ${abbr}`);
    };
    try {
      await expect.poll(watched, { timeout: 10_000, interval: 200 }).toEqual(['a BTC', 'b BTC']);
      assets = [asset('BTC'), asset('LTC')];
      // Not at once: an operator switches several on.
      aheadMs = 2_000;
      expect(await watched()).toEqual(['a BTC', 'b BTC']);
      aheadMs = 61_000;
      await expect
        .poll(watched, { timeout: 10_000, interval: 200 })
        .toEqual(['a BTC', 'a LTC', 'b BTC', 'b LTC']);
    } finally {
      await job.leave?.();
    }
  });
});
