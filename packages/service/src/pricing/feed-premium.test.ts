import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import type { Network } from '../chains/family.ts';
import { formatFixed, ONE } from '../money/fixed.ts';
import { priceFindings } from '../observe/price-findings.ts';
import { transaction } from '../store/transaction.ts';
import { confirmPrice } from './confirm-price.ts';
import { publishPrices } from './prices.ts';
import { loadRates } from './read-rates.ts';

const NOW = 1_760_000_000;
const CAP = DEFAULT_SETTINGS.market_premium_cap_ppm;
const FLOOR = DEFAULT_SETTINGS.market_premium_floor_ppm;

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(() => store.database.query('DELETE FROM price; DELETE FROM price_history'));

/** A feed says these at a time. */
const say = (at: number, prices: Record<string, bigint>, network: Network = 'main') =>
  publishPrices(
    store.database,
    {
      name: 'static',
      intervalMs: 5_000,
      read: async () => ({
        prices: Object.entries(prices).map(([abbr, value]) => ({ abbr, value, at })),
        faults: [],
      }),
    },
    () => at,
    network,
  );
const premium = async (abbr: string) => (await loadRates(store.database)).last(abbr)?.premiumPpm;

/** An hour of minutes in which a coin goes up and down by so many millionths. */
async function hour(movePpm: bigint): Promise<void> {
  for (let minute = 0; minute < 60; minute++) {
    const value = 100n * ONE + (minute % 2 === 0 ? 0n : (100n * ONE * movePpm) / 1_000_000n);
    await say(NOW + minute * 60, { LTC: value, USDT: ONE });
  }
}

it('doctor says where a coin moves more than the cap of what a fixed price costs pays for', async () => {
  const { database } = store;
  const told = async (settings = DEFAULT_SETTINGS) => {
    const catalogue = await loadCatalogue(database);
    const findings = await priceFindings({ database, catalogue, settings, now: NOW + 3_600 });
    return findings.filter(({ what }) => what === 'prices: what fixed ones cost');
  };
  await hour(1_000n);
  expect(await told()).toEqual([]);
  // For a day it would take about four times as much as for an hour and a sixth.
  expect(await told({ ...DEFAULT_SETTINGS, fixed_lifetime_s: 86_400 })).toMatchObject([
    { isWell: false, facts: expect.stringMatching(/allows 20000 millionths, .* take LTC 3\d{4}$/) },
  ]);
});

it('a fixed price of a coin that a file prices costs the most until its moves are known, and then what they say', async () => {
  await say(NOW, { LTC: 100n * ONE, USDT: ONE });
  expect(await premium('LTC')).toBe(CAP);
  expect((await premium('USDT')) ?? 0).toBe(0);
  await hour(1_000n);
  const calm = (await premium('LTC')) as number;
  await store.database.query('DELETE FROM price; DELETE FROM price_history');
  await hour(2_000n);
  const wild = (await premium('LTC')) as number;
  // A thousandth a minute is 72 % a year: over the hour and a sixth that one may wait, about 0.85 %.
  expect(calm).toBeGreaterThan(8_000);
  expect(calm).toBeLessThan(9_000);
  expect(Math.abs(wild - 2 * calm)).toBeLessThan(20);
});

it('it never costs less than the floor, however still its price stands', async () => {
  await hour(0n);
  expect(await premium('LTC')).toBe(FLOOR);
});

it('it costs as much as before when an operator confirms that the price has jumped', async () => {
  await say(NOW, { LTC: 100n * ONE });
  await say(NOW + 60, { LTC: 150n * ONE });
  const settings = DEFAULT_SETTINGS;
  await transaction(store.database, (client) =>
    confirmPrice(client, 'LTC', { seen: null, settings, now: NOW + 61 }),
  );
  const price = (await loadRates(store.database)).last('LTC');
  expect([formatFixed(price!.value), price!.premiumPpm]).toEqual(['150', CAP]);
});

it('on test networks it costs nothing', async () => {
  await say(NOW, { LTC: 100n * ONE }, 'test');
  expect((await premium('LTC')) ?? 0).toBe(0);
});
