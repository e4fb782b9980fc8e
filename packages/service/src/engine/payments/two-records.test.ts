import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import { failTransaction } from '../../chains/sim/fail-transaction.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { SigningRecord } from '../../record/signing-record.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';

/** Two machines that sign for themselves have a record each, and neither sees the other's. */

let world: World;
let folder: string;
/** The records of the first machine and of the second. */
let records: SigningRecord[];
beforeEach(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-two-records-'));
  records = await Promise.all(['0', '1'].map((name) => SigningRecord.open(join(folder, name))));
});
afterEach(async () => {
  for (const record of records) await record.close();
  await world.close();
  await rm(folder, { recursive: true });
});

const ethereum = () => world.chains.find(({ name }) => name === 'Ethereum') as Chain;
const received = () => world.received(RECEIVER.Ethereum, 'Ethereum/ETH');

async function payments(): Promise<string[]> {
  const rows = await world.rows<{ txid: string }>('SELECT txid FROM attempt ORDER BY id');
  return rows.map(({ txid }) => txid);
}

/** What the first machine signed was replaced by the second, and that came to nothing in its block. An operator pays anew. */
async function failedBySecond(): Promise<Order> {
  world.record = records[0];
  const order = await world.place({});
  await world.pay(order);
  await world.mine(3, 'Bitcoin');
  await world.round();
  await world.round();
  world.record = records[1];
  world.now += 601;
  await world.round();
  await world.round();
  const [first, second] = (await payments()) as [string, string];
  expect(records.map((record) => [record.has(4, first), record.has(4, second)])).toEqual([
    [true, false],
    [false, true],
  ]);
  const { id } = world.asset('Ethereum/ETH');
  expect(await failTransaction(world.network('Ethereum').network, second, id)).toBe(true);
  await world.pass(4);
  expect(await world.status(order)).toBe(7);
  expect(await resolveByOperator(world.database, order.id, 'exchange', null)).toBe('resolved');
  world.record = records[0];
  return order;
}

it('the first pays anew what came to nothing by the second: the chain has it', async () => {
  const order = await failedBySecond();
  await world.settle();
  expect(await world.status(order)).toBe(4);
  const [owed] = await world.rows<{ units: string }>('SELECT units::text FROM payout WHERE order_id = $1', [
    order.id,
  ]);
  expect(await received()).toBe(BigInt(owed?.units as string));
  expect(await wrongsOf(world)).toEqual([]);
});

it('and does not, whatever the store says, while the chain does not have it', async () => {
  const order = await failedBySecond();
  const forgetful: Partial<Chain> = { statusOf: async () => ({ state: 'unknown' }) };
  const real = world.chains;
  world.chains = real.map((chain) =>
    chain === ethereum() ? Object.assign(Object.create(chain), forgetful) : chain,
  );
  await world.pass(3);
  expect(await payments()).toHaveLength(2);
  expect(await world.status(order)).toBe(3);
  world.chains = real;
});
