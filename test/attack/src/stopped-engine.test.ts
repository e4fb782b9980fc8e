import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { halts, unbalancedAssets, wrongPayouts, wrongWallets } from './support/money-books.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { post, within } from './support/target.ts';

/** An engine that is stopped (SIGSTOP) in the midst of a transaction, as a machine that hangs does. */

/** A lease, the server's patience with a silent transaction, and a round. */
const TAKEOVER_MS = 15_000;
const TRIES = 500;

let store: DeskStore;
let env: Record<string, string>;
let stopped: RunningService;
let other: RunningService;
let api: RunningService;

beforeAll(async () => {
  store = await createDeskStore(5);
  env = store.env;
  const { SWAPDESK_PASSPHRASE, ...apiEnv } = env;
  // Alone at first, so that all work is its own.
  stopped = await startService(env, 'engine');
  other = await startService(env, 'engine');
  api = await startService(apiEnv, 'api');
});
afterAll(async () => {
  stopped.process.kill('SIGCONT');
  await Promise.all([api, other, stopped].map((each) => each.stop()));
  await store.drop();
});

const rows = async <T extends object>(sql: string) => (await store.database.query<T>(sql)).rows;
const holders = async () =>
  new Map(
    (await rows<{ name: string; holder: string }>('SELECT * FROM lease')).map((l) => [l.name, l.holder]),
  );

/** Leases that a transaction holds. */
async function lockedLeases(): Promise<string[]> {
  const free = await rows<{ name: string }>('SELECT name FROM lease FOR UPDATE SKIP LOCKED');
  return [...(await holders()).keys()].filter((name) => !free.some((each) => each.name === name));
}

async function placeAndPay(): Promise<string> {
  const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  const { json } = await post(api.url, '/openapi/order/place', body);
  expect((await post(api.url, '/testnet/pay', { query_code: json.data.query_code })).json.code).toBe(0);
  return json.data.order_no;
}

async function mine(): Promise<void> {
  for (const chain of ['Bitcoin', 'Ethereum']) await post(api.url, '/testnet/mine', { chain });
}

/** Stops the engine again and again until it stands in a transaction that holds a lease; returns which. */
async function stopInTransaction(): Promise<string> {
  for (let n = 0; n < TRIES; n++) {
    await mine();
    stopped.process.kill('SIGSTOP');
    // What the server is still at has ended when its sessions are idle.
    await within(5_000, async () => {
      const busy = await rows(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
            AND pid <> pg_backend_pid() AND now() - query_start > interval '100 ms'`,
      );
      return busy.length === 0;
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const [first] = await lockedLeases();
    const again = await lockedLeases();
    if (first !== undefined && again.includes(first)) return first;
    stopped.process.kill('SIGCONT');
  }
  throw new Error('it was never in a transaction');
}

test('an engine that stands in a transaction holds its work no longer than its lease and a little', async () => {
  const no = await placeAndPay();
  const before = await holders();
  const name = await stopInTransaction();
  const tookMs = await within(TAKEOVER_MS, async () => (await holders()).get(name) !== before.get(name));
  console.log(
    `${name} was taken over ${(tookMs / 1_000).toFixed(1)} s after the engine stopped in a transaction`,
  );
  await within(TAKEOVER_MS, async () => new Set((await holders()).values()).size === 1);
  await within(TAKEOVER_MS, async () => {
    await mine();
    const [order] = await rows<{ status: number }>(`SELECT status FROM orders WHERE no = '${no}'`);
    return order?.status === 4;
  });
});

test('and when it goes on it does no harm, and works on', async () => {
  stopped.process.kill('SIGCONT');
  const no = await placeAndPay();
  await other.stop();
  await within(TAKEOVER_MS, async () => {
    await mine();
    const [order] = await rows<{ status: number }>(`SELECT status FROM orders WHERE no = '${no}'`);
    return order?.status === 4;
  });
  await stopped.stop();
  expect(await wrongPayouts(store.database)).toEqual([]);
  expect(await unbalancedAssets(store.database)).toEqual([]);
  expect(await wrongWallets(store.database)).toEqual([]);
  expect(await halts(store.database)).toEqual([]);
});
