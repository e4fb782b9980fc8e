import { afterAll, beforeAll, expect, test } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { halts, unbalancedAssets, wrongPayouts, wrongWallets } from './support/money-books.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { post, within } from './support/target.ts';

/** Two engines on one store: one is stopped (SIGSTOP) in the midst of a transaction, as a machine that hangs does, goes on, and is killed. */

/** A lease runs six seconds; the server's patience with a silent transaction, and a round come on top. */
const TAKEOVER_MS = 15_000;
/** Until an order is paid, on a machine that has much else to do. */
const PATIENCE_MS = 60_000;
const TRIES = 500;

let store: DeskStore;
let first: RunningService;
let second: RunningService;
let api: RunningService;
/** What the second calls itself. */
let secondHolder: string | undefined;

beforeAll(async () => {
  store = await createDeskStore(5);
  const { SWAPDESK_PASSPHRASE, ...apiEnv } = store.env;
  // Alone at first, so that all work is its own.
  first = await startService(store.env, 'engine');
  [second, api] = await Promise.all([startService(store.env, 'engine'), startService(apiEnv, 'api')]);
});
afterAll(async () => {
  first?.process.kill('SIGCONT');
  await Promise.all([api, second, first].map((each) => each?.stop()));
  await store?.drop();
});

const rows = async <T extends object>(sql: string) => (await store.database.query<T>(sql)).rows;
const leases = () => rows<{ name: string; holder: string; token: number }>('SELECT * FROM lease');
const holderOf = async (name: string) => (await leases()).find((lease) => lease.name === name)?.holder;
const oneHoldsAll = async () => new Set((await leases()).map(({ holder }) => holder)).size === 1;

/** Leases that a transaction holds. */
async function lockedLeases(): Promise<string[]> {
  const free = await rows<{ name: string }>('SELECT name FROM lease FOR UPDATE SKIP LOCKED');
  return (await leases()).map(({ name }) => name).filter((name) => !free.some((each) => each.name === name));
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

async function completes(no: string): Promise<void> {
  const isCompleted = async () => {
    await mine();
    const [order] = await rows<{ status: number }>(`SELECT status FROM orders WHERE no = '${no}'`);
    return order?.status === 4;
  };
  await within(PATIENCE_MS, isCompleted, BLOCK_PAUSE_MS);
}

/** Stops the engine again and again until it stands in a transaction that holds a lease; returns which. */
async function stopInTransaction(): Promise<string> {
  for (let n = 0; n < TRIES; n++) {
    await mine();
    first.process.kill('SIGSTOP');
    // What the server is still at has ended when its sessions are idle.
    await within(5_000, async () => {
      const busy = await rows(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
            AND pid <> pg_backend_pid() AND now() - query_start > interval '100 ms'`,
      );
      return busy.length === 0;
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const [name] = await lockedLeases();
    const again = await lockedLeases();
    if (name !== undefined && again.includes(name)) return name;
    first.process.kill('SIGCONT');
  }
  throw new Error('it was never in a transaction');
}

test('an engine that stands in a transaction holds its work no longer than its lease and a little', async () => {
  const no = await placeAndPay();
  const before = new Map((await leases()).map(({ name, holder }) => [name, holder]));
  const name = await stopInTransaction();
  const tookMs = await within(TAKEOVER_MS, async () => (await holderOf(name)) !== before.get(name));
  console.log(
    `${name} was taken over ${(tookMs / 1_000).toFixed(1)} s after the engine stopped in a transaction`,
  );
  await within(TAKEOVER_MS, oneHoldsAll);
  secondHolder = await holderOf(name);
  await completes(no);
});

test('when it goes on it does no harm, and two engines share the work: each is done by one of them', async () => {
  first.process.kill('SIGCONT');
  await completes(await placeAndPay());
  const held = await leases();
  expect(new Set(held.map(({ name }) => name)).size).toBe(held.length);
  expect(held.map(({ name }) => name)).toContain('orders');
});

test('when the other is killed it takes over all of its work within seconds, and pays once', async () => {
  const no = await placeAndPay();
  const before = new Map((await leases()).map(({ name, token }) => [name, token]));
  await second.kill();
  await within(TAKEOVER_MS, async () => (await leases()).every(({ holder }) => holder !== secondHolder));
  await completes(no);
  // The one that was killed did work: some of it has changed hands.
  expect((await leases()).some(({ name, token }) => token > (before.get(name) ?? token))).toBe(true);
});

test('and the books are right', async () => {
  await first.stop();
  expect(await wrongPayouts(store.database)).toEqual([]);
  expect(await unbalancedAssets(store.database)).toEqual([]);
  expect(await wrongWallets(store.database)).toEqual([]);
  expect(await halts(store.database)).toEqual([]);
});
