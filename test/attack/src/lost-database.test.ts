import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CuttingProxy, openCuttingProxy } from '../../support/cutting-proxy.ts';
import { apiEnv, createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { placement } from './support/samples.ts';
import { post, within } from './support/target.ts';

/** An engine and an api node whose database is gone for some seconds, as while a primary is replaced. */

const GONE_MS = 4_000;
const BACK_MS = 30_000;

let store: DeskStore;
let proxy: CuttingProxy;
let engine: RunningService;
let api: RunningService;

beforeAll(async () => {
  store = await createDeskStore(5);
  proxy = await openCuttingProxy(store.url);
  const through = { SWAPDESK_DATABASE_URL: proxy.url };
  engine = await startService({ ...store.env, ...through }, 'engine');
  api = await startService({ ...apiEnv(store), ...through }, 'api');
});
afterAll(async () => {
  await Promise.all([engine?.stop(), api?.stop()]);
  await proxy?.close();
  await store?.drop();
});

const place = () => post(api.url, '/openapi/order/place', placement('Bitcoin/BTC', 'Ethereum/ETH'));

test('both stay, say that they are busy, and go on by themselves when it is back', async () => {
  expect((await place()).json.code).toBe(0);
  await proxy.close();
  const asked = Date.now();
  expect((await place()).json.msg).toBe('server is busy, please try again later');
  expect(Date.now() - asked).toBeLessThan(GONE_MS);
  await setTimeout(GONE_MS);
  expect([engine, api].map(({ process }) => process.exitCode)).toEqual([null, null]);

  await proxy.open();
  await within(BACK_MS, async () => (await place()).json.code === 0);
  const { rows } = await store.database.query('SELECT until, holder FROM lease');
  expect(rows.length).toBeGreaterThan(0);
  await within(BACK_MS, async () => {
    const now = await store.database.query(
      'SELECT 1 FROM lease WHERE until < extract(epoch FROM clock_timestamp())',
    );
    return now.rowCount === 0;
  });
});
