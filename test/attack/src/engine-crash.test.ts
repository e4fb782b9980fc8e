import { afterAll, beforeAll, expect, test } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { volume } from '../../support/volume.ts';
import { halts, openAccounts, unbalancedAssets, wrongPayouts, wrongWallets } from './support/money-books.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { errorsIn, post } from './support/target.ts';

/** One for each pair at least. */
const ORDERS = volume(5, 500);
const KILLS = volume(1, 10);
const AT_ONCE = 25;
const PAIRS = [
  ['Bitcoin/BTC', 'Ethereum/ETH'],
  ['Ethereum/ETH', 'Bitcoin/BTC'],
  ['TRON/USDT', 'Litecoin/LTC'],
  ['Solana/SOL', 'Ethereum/USDT'],
  ['Litecoin/LTC', 'TRON/TRX'],
] as const;
const CHAINS = ['Bitcoin', 'Ethereum', 'TRON', 'Solana', 'Litecoin'];

let store: DeskStore;
let env: Record<string, string>;
let service: RunningService;
const outputs: string[] = [];

beforeAll(async () => {
  store = await createDeskStore(5);
  env = store.env;
  service = await startService(env);
});
afterAll(async () => {
  await service.stop();
  await store.drop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks the service until it answers, however often it dies meanwhile. */
async function insist<T>(ask: (url: string) => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask(service.url).catch(() => undefined);
    if (answer !== undefined) return answer;
    await pause(100);
  }
}

/** Places one order. Its own id makes sure that asking twice places one. */
function place(n: number): Promise<{ query_code: string; address: string }> {
  const [from, to] = PAIRS[n % PAIRS.length] as (typeof PAIRS)[number];
  const body = placement(from, to);
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  return insist(async (url) => {
    const { json } = await post(url, '/openapi/order/place', { ...body, client_order_id: `crash-${n}` });
    return json.data;
  });
}

/** Pays an order once: if the answer was lost, the network is asked whether it has the transfer. */
async function pay({ query_code, address }: { query_code: string; address: string }): Promise<void> {
  await insist(async (url) => {
    const { rows } = await store.database.query('SELECT 1 FROM sim_move WHERE address = $1', [address]);
    if (rows.length > 0) return true;
    const { json } = await post(url, '/testnet/pay', { query_code });
    return json.code === 0 ? true : undefined;
  });
}

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function countByStatus(): Promise<Record<string, number>> {
  const { rows } = await store.database.query('SELECT status, count(*) AS n FROM orders GROUP BY status');
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

/** Kills the service at random moments, and starts it again on the same data. */
async function keepKilling(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await pause(200 + Math.random() * 1_800);
    outputs.push(service.output());
    await service.kill();
    service = await startService(env);
  }
}

test(`${ORDERS} orders are all completed, whatever ${KILLS} kills cut off`, async () => {
  const killing = keepKilling(KILLS);
  const working = (async () => {
    await inLanes(
      Array.from({ length: ORDERS }, (_, n) => n),
      async (n) => pay(await place(n)),
    );
  })();
  let isDone = false;
  const mining = (async () => {
    while (!isDone) {
      for (const chain of CHAINS) await post(service.url, '/testnet/mine', { chain }).catch(() => {});
      await pause(BLOCK_PAUSE_MS);
    }
  })();
  await Promise.all([killing, working]);
  const deadline = Date.now() + 200_000;
  let counts = await countByStatus();
  while (counts[4] !== ORDERS && Date.now() < deadline) {
    await pause(200);
    counts = await countByStatus();
  }
  isDone = true;
  await mining;
  expect(counts).toEqual({ 4: ORDERS });
}, 400_000);

test('and nothing was paid twice, nothing is owed, and ledger and chain agree to the unit', async () => {
  outputs.push(service.output());
  await service.stop();
  expect(await wrongPayouts(store.database)).toEqual([]);
  expect(await unbalancedAssets(store.database)).toEqual([]);
  expect(await openAccounts(store.database)).toEqual([]);
  expect(await wrongWallets(store.database)).toEqual([]);
  expect(await halts(store.database)).toEqual([]);
});

test('and no node logged an error', () => {
  expect(outputs.flatMap(errorsIn)).toEqual([]);
});
