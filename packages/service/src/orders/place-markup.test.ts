import { MESSAGE, type PlaceRequest, parseJson } from '@swapdesk/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Caller } from '../access/caller.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { ANYONE } from '../engine/testing/world.ts';
import { parseFixed } from '../money/fixed.ts';
import { sealQuote } from '../pricing/calc-id.ts';
import type { AccountFees } from '../pricing/fee-rules.ts';
import { Rates } from '../pricing/rates.ts';
import type { SealKey } from '../pricing/seal.ts';
import { agree, type Market } from '../pricing/terms.ts';
import { AddressPool } from '../wallet/address-pool.ts';
import type { Order } from './order.ts';
import { place } from './place.ts';
import { orderStore } from './store-order.ts';

/** What a partner puts on top, from the quote to the order. */

const NOW = 1_700_000_000;
const KEY: SealKey = { id: 1, key: Buffer.alloc(32, 7), createdAt: NOW - 100 };
const FEES = { float: null, fixed: null };
const PARTNER = {
  ...ANYONE,
  account: { id: 5, name: 'partner', ordersRollId: 20, referralRollId: 21, fees: FEES },
  scope: 'key:partner',
  accountScope: 'account:5',
};

let store: TestDatabase;
let catalogue: Catalogue;
beforeAll(async () => {
  store = await createTestDatabase();
  catalogue = await loadCatalogue(store.database);
  await store.database.query(`
    INSERT INTO address_space (name, derived) VALUES ('bitcoin', 2000);
    INSERT INTO deposit_address (space, index, address)
    SELECT 'bitcoin', n, 'bitcoin' || n FROM generate_series(0, 1999) AS n;
    INSERT INTO roll (id) VALUES (20), (21);
    INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at) VALUES (5, 'partner', 20, 21, 0)`);
});
afterAll(() => store.drop());

function market(): Market {
  const price = (abbr: string, text: string) => ({ abbr, value: parseFixed(text), at: NOW, source: 's' });
  const rates = new Rates([price('BTC', '97000.123'), price('ETH', '3600.55')]);
  return { catalogue, rates, settings: DEFAULT_SETTINGS, now: NOW };
}

const requestOf = (more: object = {}) =>
  parseJson(
    JSON.stringify({
      exchange_mode: 'float',
      from_chain: 'Bitcoin',
      from_abbr: 'BTC',
      from_quantity: 0.05,
      to_address: [
        { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: '0x52908400098527886E0F7030069857D2E4169EE7' },
      ],
      ...more,
    }),
  ) as unknown as PlaceRequest;

const marked = (ppm: number): AccountFees =>
  ppm === 0 ? FEES : { ...FEES, markup: { ppm, accountId: PARTNER.account.id } };

const FIXED = { exchange_mode: 'fixed' };
const quoted = (ppm: number) => {
  const request = requestOf(FIXED);
  return sealQuote(KEY, agree(market(), request, marked(ppm)), request, NOW * 1_000);
};

function placing(
  more: object,
  caller: Caller = PARTNER,
  fees: () => AccountFees = () => FEES,
): Promise<Order> {
  const context = {
    database: store.database,
    pool: new AddressPool(store.database),
    network: 'test' as const,
    store: orderStore(store.database, () => NOW),
    market,
    clockMs: () => NOW * 1_000,
    sealKeys: () => [KEY],
  };
  return place(context, {
    request: requestOf(more),
    caller,
    idempotencyKey: undefined,
    refCodeName: undefined,
    refCode: null,
    fees,
  });
}

it('that was quoted is kept, and is for the account that has named it alone', async () => {
  const fixed = { ...FIXED, calc_id: quoted(20_000) };
  const plain = { ...FIXED, calc_id: quoted(0) };
  await expect(placing(fixed, ANYONE)).rejects.toThrow(MESSAGE.calcIdInvalid);
  for (const other of [
    { ...fixed, markup: '0.03' },
    { ...fixed, markup: '0' },
    { ...plain, markup: '0.02' },
  ])
    await expect(placing(other)).rejects.toThrow(MESSAGE.calcIdParametersDiffer);
  const order = await placing({ ...fixed, markup: '0.02' });
  const promised = agree(market(), requestOf(FIXED), marked(20_000));
  expect(order.entries[0]).toMatchObject({ markupPpm: 20_000, units: promised.entries[0]?.units });
  expect(await placing({ ...fixed, markup: '0.020' })).toEqual(order);
  const rows = await store.database.query(
    'SELECT account_id, code_id, code, commission_ppm, commission FROM referral_order',
  );
  expect(rows.rows).toEqual([
    { account_id: 5, code_id: null, code: '', commission_ppm: 0, commission: '0.00000000' },
  ]);
});

it('is part of what was asked for: with another one it is another request', async () => {
  const at = (markup: string | undefined, ppm: number) =>
    placing({ client_order_id: 'c', ...(markup !== undefined && { markup }) }, PARTNER, () => marked(ppm));
  const order = await at('0.01', 10_000);
  expect(order.entries[0]?.markupPpm).toBe(10_000);
  // Also once the account may have none any more: what was placed is answered.
  const refused = () => {
    throw new Error('looked at');
  };
  expect(await placing({ client_order_id: 'c', markup: '0.010' }, PARTNER, refused)).toEqual(order);
  for (const [markup, ppm] of [
    ['0.02', 20_000],
    ['0', 0],
    [undefined, 0],
  ] as const)
    await expect(at(markup, ppm)).rejects.toThrow(MESSAGE.clientOrderIdReused);
});
