import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import type { Network } from '../chains/family.ts';
import { parseFixed } from '../money/fixed.ts';
import type { Finding } from '../observe/finding.ts';
import { openMetrics } from '../observe/metrics.ts';
import { priceFindings } from '../observe/price-findings.ts';
import { RequestCounts } from '../observe/request-counts.ts';
import { transaction } from '../store/transaction.ts';
import { confirmPrice } from './confirm-price.ts';
import { staticFeed } from './feeds/static-feed.ts';
import { publishPrices } from './prices.ts';
import { loadRates } from './read-rates.ts';

/** What the audits did with a price file, from the file to the rates that every quote is made from. */

const NOW = 1_760_000_000;

let store: TestDatabase;
let folder: string;
beforeAll(async () => {
  store = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-prices-'));
});
afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await store.database.query('DELETE FROM price');
});

/** Somebody writes the file at one moment, and it is read at another. */
async function publish(text: string, written: number, read = written, network: Network = 'main') {
  const file = join(folder, 'prices.json');
  await writeFile(file, text);
  await utimes(file, written, written);
  return publishPrices(store.database, staticFeed(file), () => read, network).catch(() => []);
}

async function quoted(abbr: string, now: number): Promise<bigint | null> {
  const rates = await loadRates(store.database);
  return rates.find(abbr, { now, maxAgeS: DEFAULT_SETTINGS.price_max_age_s });
}

async function doctorOn(what: string, now: number): Promise<Finding | undefined> {
  const { database } = store;
  const patient = { database, catalogue: await loadCatalogue(database), settings: DEFAULT_SETTINGS, now };
  return (await priceFindings(patient)).find((finding) => finding.what === what);
}
const doctorOnFrozen = (now: number) => doctorOn('prices: frozen', now);

async function metrics(now: number): Promise<string[]> {
  const { database } = store;
  const [catalogue, rates] = [await loadCatalogue(database), await loadRates(database)];
  const page = openMetrics({
    database,
    chains: [],
    requests: new RequestCounts(),
    streams: () => 0,
    catalogue: () => catalogue,
    market: () => ({ catalogue, rates, settings: DEFAULT_SETTINGS, now }),
  });
  return (await page.read()).split('\n');
}

describe('a price file', () => {
  it('of 2020 is five years old, however often it is read', async () => {
    await publish('{"BTC":7200}', 1_577_836_800, NOW);
    expect(await quoted('BTC', NOW)).toBeNull();
  });

  it('that says its time is as old as it says, whenever it was written', async () => {
    await publish('{"time":"2020-01-01T00:00:00Z","BTC":7200}', NOW);
    expect(await quoted('BTC', NOW)).toBeNull();
    await publish(`{"time":${NOW},"BTC":7300}`, 1_577_836_800, NOW);
    expect(await quoted('BTC', NOW)).toBe(parseFixed('7300'));
  });

  it('whose writer has died goes stale', async () => {
    for (let second = 0; second <= 120; second += 5) await publish('{"LTC":80}', NOW, NOW + second);
    expect(await quoted('LTC', NOW + 60)).toBe(parseFixed('80'));
    expect(await quoted('LTC', NOW + 61)).toBeNull();
  });

  it('from the future is refused', async () => {
    await publish(`{"time":${NOW + 31},"LTC":80}`, NOW);
    expect(await quoted('LTC', NOW + 31)).toBeNull();
    await publish(`{"time":${NOW + 30},"LTC":80}`, NOW);
    expect(await quoted('LTC', NOW)).toBe(parseFixed('80'));
  });

  it('in which a price is a hundred times too high is not quoted, and the last one is not either', async () => {
    await publish('{"LTC":80,"BTC":97000}', NOW);
    await publish('{"LTC":8000,"BTC":97100}', NOW + 8);
    expect(await quoted('LTC', NOW + 8)).toBeNull();
    expect(await quoted('BTC', NOW + 8)).toBe(parseFixed('97100'));
  });

  it('in which one line is wrong loses that line alone', async () => {
    for (const wrong of ['0', '-5', '"80"', '1e13', '1e-13', 'null', 'NaN', '80.0000000000000000001']) {
      await store.database.query('DELETE FROM price');
      await publish(`{"LTC":${wrong},"BTC":97000}`, NOW);
      expect({ wrong, btc: await quoted('BTC', NOW), ltc: await quoted('LTC', NOW) }).toEqual({
        wrong,
        btc: parseFixed('97000'),
        ltc: null,
      });
    }
  });

  it('that is written anew with the very same price for more than six hours stops on the main network', async () => {
    for (const [network, ltc] of [
      ['main', null],
      ['regtest', parseFixed('80')],
    ] as const) {
      await store.database.query('DELETE FROM price');
      const later = NOW + 21_601;
      await publish('{"LTC":80,"USDT":1,"USDC":0.9998}', NOW, NOW, network);
      await publish('{"LTC":80,"USDT":1,"USDC":0.9998}', later, later, network);
      expect(await quoted('LTC', later)).toBe(ltc);
      expect(await quoted('USDT', later)).toBe(parseFixed('1'));
      expect(await quoted('USDC', later)).toBe(parseFixed('0.9998'));
    }
  });

  it('that stands still is told by doctor and in the metrics, and whether that stops the coin', async () => {
    const words = 'LTC at 80 for 6 h';
    for (const [network, said, stopped] of [
      ['main', `${words}, not quoted`, 1],
      ['regtest', words, 0],
    ] as const) {
      await store.database.query('DELETE FROM price');
      for (const at of [NOW, NOW + 21_600]) await publish('{"LTC":80,"USDT":1}', at, at, network);
      expect(await doctorOnFrozen(NOW + 21_600)).toMatchObject({ isWell: true, facts: 'none' });
      expect(await metrics(NOW + 21_600)).toContain('swapdesk_price_stopped{coin="LTC",mode="float"} 0');
      const later = NOW + 21_601;
      await publish('{"LTC":80,"USDT":1}', later, later, network);
      expect(await doctorOnFrozen(later)).toMatchObject({
        isWell: false,
        facts: said,
        advice: expect.stringContaining('npx swapdesk price confirm LTC'),
      });
      expect(await metrics(later)).toEqual(
        expect.arrayContaining([
          `swapdesk_price_stopped{coin="LTC",mode="float"} ${stopped}`,
          'swapdesk_price_unchanged_seconds{coin="LTC"} 21601',
          'swapdesk_price_jumped{coin="LTC",mode="float"} 0',
          'swapdesk_price_stopped{coin="USDT",mode="float"} 0',
        ]),
      );
    }
  });

  it('in which a stable coin leaves its peg stops that coin at once, and says why, until it is back', async () => {
    await publish('{"USDC":1,"LTC":80}', NOW);
    // Far below what counts as a jump.
    const news = await publish('{"USDC":0.85,"LTC":81}', NOW + 5);
    expect(news).toEqual([
      expect.stringMatching(/USDC is at 0\.85, too far from its peg, and is not quoted/),
    ]);
    expect([await quoted('USDC', NOW + 5), await quoted('LTC', NOW + 5)]).toEqual([null, parseFixed('81')]);
    expect(await doctorOn('price of USDC', NOW + 5)).toMatchObject({
      isWell: false,
      facts: expect.stringMatching(/has left its peg: .* says 0\.85/),
      advice: expect.stringContaining('market_peg_ppm'),
    });
    expect((await doctorOn('prices', NOW + 5))?.facts).not.toContain('USDC');
    expect(await metrics(NOW + 5)).toEqual(
      expect.arrayContaining([
        'swapdesk_price_stop_cause{coin="USDC",mode="float",cause="peg"} 1',
        'swapdesk_price_stopped{coin="USDC",mode="fixed"} 1',
      ]),
    );
    expect(await publish('{"USDC":0.995,"LTC":81}', NOW + 10)).toEqual(['USDC is quoted again, at 0.995']);
    expect(await quoted('USDC', NOW + 10)).toBe(parseFixed('0.995'));
  });

  it('whose stable coin has jumped stays stopped by its peg when an operator confirms the jump', async () => {
    await publish('{"USDC":1}', NOW);
    await publish('{"USDC":0.5}', NOW + 5);
    const { database } = store;
    await transaction(database, (client) =>
      confirmPrice(client, 'USDC', { seen: null, settings: DEFAULT_SETTINGS, now: NOW + 6 }),
    );
    expect((await loadRates(database)).last('USDC')).toMatchObject({ stop: null, floatStop: 'peg' });
    expect(await quoted('USDC', NOW + 6)).toBeNull();
  });
});
