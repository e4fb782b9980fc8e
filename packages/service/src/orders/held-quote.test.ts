import { MESSAGE, type PlaceRequest, parseJson } from '@swapdesk/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { ANYONE } from '../engine/testing/world.ts';
import { parseFixed } from '../money/fixed.ts';
import { sealQuote } from '../pricing/calc-id.ts';
import { Rates } from '../pricing/rates.ts';
import type { SealKey } from '../pricing/seal.ts';
import { agree, type Market } from '../pricing/terms.ts';
import { AddressPool } from '../wallet/address-pool.ts';
import { place } from './place.ts';
import { orderStore } from './store-order.ts';

/** A fixed price that is held for minutes, and what the market does meanwhile. */

const NOW = 1_700_000_000;
const HOLD_S = 300;
const KEY: SealKey = { id: 1, key: Buffer.alloc(32, 7), createdAt: NOW - 100 };
/** A jump, as long as the setting is what it is at first. */
const JUMPED = String(100_000 * (1 + DEFAULT_SETTINGS.price_jump_ppm / 1e6) + 1);

let store: TestDatabase;
let catalogue: Catalogue;
beforeAll(async () => {
  store = await createTestDatabase();
  catalogue = await loadCatalogue(store.database);
  await store.database.query(`
    INSERT INTO address_space (name, derived) VALUES ('bitcoin', 2000);
    INSERT INTO deposit_address (space, index, address)
    SELECT 'bitcoin', n, 'bitcoin' || n FROM generate_series(0, 1999) AS n`);
});
afterAll(() => store.drop());

function marketAt(now: number, bitcoin: string, stop: 'jump' | null = null): Market {
  const price = (abbr: string, text: string) => ({
    abbr,
    value: parseFixed(text),
    at: now,
    source: 's',
    stop,
  });
  const rates = new Rates([price('BTC', bitcoin), { ...price('ETH', '4000'), stop: null }]);
  return { catalogue, rates, settings: { ...DEFAULT_SETTINGS, longest_hold_s: HOLD_S }, now };
}

const request = (more: object = {}) =>
  parseJson(
    JSON.stringify({
      exchange_mode: 'fixed',
      hold_s: HOLD_S,
      from_chain: 'Bitcoin',
      from_abbr: 'BTC',
      from_quantity: 0.05,
      to_address: [
        { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: '0x52908400098527886E0F7030069857D2E4169EE7' },
      ],
      ...more,
    }),
  ) as unknown as PlaceRequest;

/** What placing a quote that was made at 100,000 answers when the market is this. */
async function placedAt(market: Market): Promise<string> {
  const asked = request();
  const terms = agree(marketAt(NOW, '100000'), asked, ANYONE.account.fees);
  const context = {
    database: store.database,
    pool: new AddressPool(store.database),
    network: 'test' as const,
    store: orderStore(store.database, () => market.now),
    market: () => market,
    clockMs: () => market.now * 1_000,
    sealKeys: () => [KEY],
  };
  const sealed = request({ calc_id: sealQuote(KEY, terms, asked, NOW * 1_000) });
  const placement = {
    request: sealed,
    caller: ANYONE,
    idempotencyKey: undefined,
    refCodeName: undefined,
    refCode: null,
  };
  return place(context, placement).then(
    ({ entries }) => String(entries[0]?.unitsOrigin === terms.entries[0]?.units),
    (error) => error.message,
  );
}

it('is honoured to the unit at prices that move, until it is over', async () => {
  expect(await placedAt(marketAt(NOW + 299, '100000'))).toBe('true');
  expect(await placedAt(marketAt(NOW + 299, '91000'))).toBe('true');
  expect(await placedAt(marketAt(NOW + 300, '100000'))).toBe(MESSAGE.calcIdInvalid);
});

it('is refused while a price has jumped, and also once somebody has confirmed that', async () => {
  expect(await placedAt(marketAt(NOW + 60, '100000', 'jump'))).toBe(MESSAGE.busy);
  expect(await placedAt(marketAt(NOW + 120, JUMPED))).toBe(MESSAGE.busy);
  expect(await placedAt(marketAt(NOW + 180, '50000'))).toBe(MESSAGE.busy);
});
