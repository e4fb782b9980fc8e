import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { toHex } from '../chains/tron/account.ts';
import type { Order } from '../orders/order.ts';
import { TronWorld } from './testing/tron-world.ts';
import { RECEIVER } from './testing/world.ts';

/** What goes wrong with swaps of TRON: energy, attempts and endpoints that are gone; and many at once. Over three endpoints. */

const COMPLETED = 4;
const MANY = volume(30, 200);
const FROM_USDT = {
  from_chain: 'TRON',
  from_abbr: 'USDT',
  from_quantity: 100,
  to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }],
};

let tron: TronWorld;
beforeAll(async () => {
  tron = await TronWorld.open({ addresses: MANY + 10, endpoints: 3 });
});
afterAll(() => tron.close());

/** The chain has what the ledger says to the unit, nothing is halted, and nothing was booked that nobody could explain. */
afterEach(async () => {
  expect(await tron.difference('TRON/USDT')).toBe(0n);
  expect(await tron.difference('TRON/TRX')).toBe(0n);
  expect(await tron.world.rows('SELECT asset_id, reason FROM halt')).toEqual([]);
  expect(await tron.world.rows('SELECT address FROM deposit WHERE is_silent')).toEqual([]);
  expect(await tron.world.rows('SELECT spend FROM unknown_spend')).toEqual([]);
});

interface Attempt {
  readonly purpose: string;
  readonly state: string;
  readonly is_failed: boolean;
}

/** What was signed for an address, in order. */
const attemptsAt = ({ address }: Order) =>
  tron.world.rows<Attempt>(
    `SELECT p.purpose, a.state, a.is_failed FROM attempt a JOIN payment p ON p.id = a.payment_id
      WHERE $1 IN (p.source, p.payee) ORDER BY a.id`,
    [address],
  );

async function passUntil(isDone: () => boolean | Promise<boolean>, most = 40): Promise<void> {
  for (let n = 0; n < most && !(await isDone()); n++) await tron.pass(1);
  expect(await isDone()).toBe(true);
}

/** Something of this account waits for a block. */
const isPaying = (address: string) => () =>
  tron.network.pending.some(({ raw }) => raw.contract.owner === toHex(address));
const isFuelling = ({ address }: Order) =>
  tron.network.pending.some(
    ({ raw: { contract } }) => contract.type === 'transfer' && contract.to === toHex(address),
  );

/** Nothing is under way any more, also of what is left of fuel: until then blocks are ahead of the books. */
async function rest(): Promise<void> {
  const underWay = () =>
    tron.world.rows("SELECT 1 FROM attempt WHERE chain_id = 8 AND state IN ('signed', 'sent', 'mined')");
  await tron.pass(4);
  await passUntil(async () => (await underWay()).length === 0);
}

const isDone = (order: Order) => async () =>
  (await tron.world.status(order)) === COMPLETED && tron.usdtOf(order.address) === 0n;

it('energy that is gone in mid-sweep costs what it costs, and what lies there is brought in with fuel', async () => {
  const order = await tron.world.place(FROM_USDT);
  const account = tron.network.account(order.address);
  account.energyLimit = 200_000;
  tron.pay(order);
  await passUntil(isPaying(order.address));
  expect(await attemptsAt(order)).toMatchObject([{ purpose: 'sweep' }]);
  account.energyUsed = account.energyLimit;
  await passUntil(isDone(order));
  await rest();
  expect((await attemptsAt(order)).slice(0, 3)).toEqual([
    { purpose: 'sweep', state: 'confirmed', is_failed: true },
    { purpose: 'top-up', state: 'confirmed', is_failed: false },
    { purpose: 'sweep', state: 'confirmed', is_failed: false },
  ]);
});

it('fuel and a sweep that the network loses expire and are signed anew; what is sent many times is made once', async () => {
  const order = await tron.world.place(FROM_USDT);
  tron.pay(order);
  // It is taken, and its sender is told that it was not.
  for (const node of tron.nodes)
    node.alter = (path, answer) =>
      path.endsWith('broadcasthex') ? { result: false, code: 'SERVER_BUSY', message: '' } : answer;
  await passUntil(() => isFuelling(order));
  await lose();
  await passUntil(() => isFuelling(order));
  await passUntil(isPaying(order.address));
  await lose();
  await passUntil(isDone(order));
  for (const node of tron.nodes) node.alter = (_path, answer) => answer;
  await rest();
  const states = async (of: string) =>
    (await attemptsAt(order)).flatMap(({ purpose, state }) => (purpose === of ? [state] : []));
  // A sweep that waits for long is given fuel once more: that may be lost as well.
  expect((await states('top-up')).slice(0, 2)).toEqual(['expired', 'confirmed']);
  expect((await states('sweep')).slice(0, 2)).toEqual(['expired', 'confirmed']);
});

/** Nobody has what waits any more, until it has expired. */
async function lose(): Promise<void> {
  tron.isDeaf = true;
  await tron.pass(2);
  await tron.pass(1, 3_700_000);
  await tron.pass(2);
  tron.isDeaf = false;
}

it(`${MANY} deposits of tokens in one block count, are paid for and brought in, while endpoints lag, lie and are killed`, async () => {
  const orders: Order[] = [];
  for (let n = 0; n < MANY; n++) orders.push(await tron.world.place(FROM_USDT));
  for (const order of orders) tron.pay(order);
  const { transactions } = tron.network.mine();
  expect(transactions).toHaveLength(MANY);
  const [first, , last] = tron.nodes as [TronWorld['nodes'][0], unknown, TronWorld['nodes'][0]];
  first.behind = 2;
  await tron.pass(3);
  first.behind = 0;
  first.alter = (_path, answer) => withoutLogs(answer);
  await tron.pass(3);
  first.alter = (_path, answer) => answer;
  await last.stop();
  const are = async () => {
    for (const order of orders) if (!(await isDone(order)())) return false;
    return true;
  };
  await passUntil(are, 30 + MANY);
  const paid = await tron.world.rows('SELECT 1 FROM deposit WHERE order_id = ANY ($1::bigint[])', [
    orders.map(({ id }) => id),
  ]);
  expect(paid).toHaveLength(MANY);
  await rest();
});

function withoutLogs(answer: unknown): unknown {
  return Array.isArray(answer) ? answer.map(({ log: _log, ...info }) => info) : answer;
}
