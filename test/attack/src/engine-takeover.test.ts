import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { halts, unbalancedAssets, wrongPayouts, wrongWallets } from './support/money-books.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { post, within } from './support/target.ts';

/** A lease runs six seconds; a round and a block come on top. */
const TAKEOVER_MS = 15_000;

let store: DeskStore;
let engines: RunningService[];
let api: RunningService;

beforeAll(async () => {
  store = await createDeskStore(5);
  const { SWAPDESK_PASSPHRASE, ...apiEnv } = store.env;
  engines = [await startService(store.env, 'engine'), await startService(store.env, 'engine')];
  api = await startService(apiEnv, 'api');
});
afterAll(async () => {
  await Promise.all([api, ...engines].map((each) => each.stop()));
  await store.drop();
});

const leases = async () =>
  (await store.database.query<{ name: string; holder: string; token: number }>('SELECT * FROM lease')).rows;

async function placeAndPay(): Promise<string> {
  const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  const { json } = await post(api.url, '/openapi/order/place', body);
  const { query_code } = json.data;
  expect((await post(api.url, '/testnet/pay', { query_code })).json.code).toBe(0);
  return query_code;
}

async function isCompleted(queryCode: string): Promise<boolean> {
  for (const chain of ['Bitcoin', 'Ethereum']) await post(api.url, '/testnet/mine', { chain });
  const { rows } = await store.database.query('SELECT status FROM orders WHERE query_code = $1', [
    queryCode.replaceAll('-', ''),
  ]);
  return rows[0]?.status === 4;
}

test('two engines share the work: each is done by one of them', async () => {
  const code = await placeAndPay();
  await within(TAKEOVER_MS, () => isCompleted(code));
  const held = await leases();
  expect(new Set(held.map(({ name }) => name)).size).toBe(held.length);
  expect(held.map(({ name }) => name)).toContain('orders');
});

test('when one is killed the other takes over all of its work within seconds, and pays once', async () => {
  const code = await placeAndPay();
  const before = new Map((await leases()).map(({ name, token }) => [name, token]));
  await engines[0]?.kill();
  await within(TAKEOVER_MS, async () => new Set((await leases()).map(({ holder }) => holder)).size === 1);
  await within(TAKEOVER_MS, () => isCompleted(code));
  // The one that was killed did work: some of it has changed hands.
  const after = await leases();
  expect(after.some(({ name, token }) => token > (before.get(name) ?? token))).toBe(true);
});

test('and the books are right', async () => {
  await engines[1]?.stop();
  expect(await wrongPayouts(store.database)).toEqual([]);
  expect(await unbalancedAssets(store.database)).toEqual([]);
  expect(await wrongWallets(store.database)).toEqual([]);
  expect(await halts(store.database)).toEqual([]);
});
