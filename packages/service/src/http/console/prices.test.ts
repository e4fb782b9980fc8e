import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import type { Asset, Catalogue } from '../../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../../catalog/settings.ts';
import { parseFixed } from '../../money/fixed.ts';
import { priceFindings } from '../../observe/price-findings.ts';
import { storeMarketPrices } from '../../pricing/market-prices.ts';
import { noteStandings, type VenueStanding } from '../../pricing/venue-standings.ts';
import { PRICE_ENDPOINTS } from './prices.ts';

const NOW = 1_700_000_000;
const asset = (abbr: string): Asset =>
  ({ abbr, chain: { nativeAbbr: abbr }, canSend: true, canReceive: true, stable: false }) as Asset;
const catalogue = { assets: [asset('LTC')] } as unknown as Catalogue;

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
  const standing: VenueStanding = {
    venue: 'okx',
    abbr: 'LTC',
    what: 'streaming',
    since: NOW - 60,
    error: null,
    at: NOW - 4,
    mid: '80.5',
    leftOut: null,
  };
  await storeMarketPrices(store.database, [
    {
      abbr: 'LTC',
      at: NOW * 1_000,
      mid: parseFixed('80.5'),
      ladder: null,
      float: 'ok',
      fixed: 'spread',
      premiumPpm: null,
    },
  ]);
  await noteStandings(store.database, NOW, [
    standing,
    { ...standing, venue: 'kraken', mid: '97', leftOut: 'off' },
    { ...standing, venue: 'bybit', what: 'limited', error: 'HTTP 429', at: null, mid: null },
    { ...standing, abbr: 'OFF' },
  ]);
});
afterAll(() => store.drop());

const market = (now: number) => ({ catalogue, settings: DEFAULT_SETTINGS, now });
const shown = async (now = NOW) => {
  const services = { market: () => market(now), database: store.database };
  const answer = await PRICE_ENDPOINTS[0]!.handle(services as never, {} as never);
  return (answer as { data: { prices: unknown; venues: unknown } }).data;
};

describe('prices that come from venues', () => {
  it('are shown with what each venue says, how old that is, and why it does not count', async () => {
    const { prices, venues } = await shown();
    expect(prices).toMatchObject([{ abbr: 'LTC', no_quote: '', no_fixed: 'spread' }]);
    expect(venues).toEqual([
      { venue: 'okx', abbr: 'LTC', price: '80.5', age_s: 4, counts: true, why: '' },
      {
        venue: 'kraken',
        abbr: 'LTC',
        price: '97',
        age_s: 4,
        counts: false,
        why: 'it is too far from the others',
      },
      {
        venue: 'bybit',
        abbr: 'LTC',
        price: null,
        age_s: null,
        counts: false,
        why: 'it has told us to wait (HTTP 429)',
      },
    ]);
  });

  it('are shown without venues once nobody watches these', async () => {
    expect((await shown(NOW + 21)).venues).toEqual([]);
  });

  it('are what doctor speaks of, and no file', async () => {
    const found = async (now: number) => {
      const findings = await priceFindings({ database: store.database, ...market(now) });
      return findings.find(({ what }) => what === 'prices')!;
    };
    expect(await found(NOW)).toMatchObject({ isWell: true, facts: expect.stringContaining('from venues') });
    const old = await found(NOW + 3_600);
    expect(old.isWell).toBe(false);
    expect(old.advice).toContain('venues');
    expect(old.advice).not.toContain('file');
  });
});
