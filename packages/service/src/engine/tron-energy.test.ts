import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AccountRequest } from '../chains/chain.ts';
import { toHex } from '../chains/tron/account.ts';
import type { TronChain } from '../chains/tron/tron-chain.ts';
import type { Order } from '../orders/order.ts';
import { TronWorld } from './testing/tron-world.ts';
import { RECEIVER } from './testing/world.ts';

/** Tokens are brought in with energy that an account of the operator's lends, and that comes back; also if what lends it is lost on the way. */

const COMPLETED = 4;
const FROM_USDT = {
  from_chain: 'TRON',
  from_abbr: 'USDT',
  from_quantity: 100,
  to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }],
};

let tron: TronWorld;
let operator: string;
beforeAll(async () => {
  tron = await TronWorld.open({ stakedUnits: 30_000_000_000n });
  operator = tron.operator;
});
afterAll(() => tron.close());

/** Books to the unit, nothing is halted, and nobody is lent anything any more. */
afterEach(async () => {
  expect(await tron.difference('TRON/USDT')).toBe(0n);
  expect(await tron.difference('TRON/TRX')).toBe(0n);
  for (const table of ['halt', 'unknown_spend'])
    expect(await tron.world.rows(`SELECT 1 FROM ${table}`)).toEqual([]);
  expect(await tron.world.rows('SELECT address FROM deposit WHERE is_silent')).toEqual([]);
  expect([...tron.network.newest.state.loans]).toEqual([]);
});

const attemptsAt = async ({ address }: Order) =>
  (
    await tron.world.rows<{ purpose: string; state: string; fee: string }>(
      `SELECT p.purpose, a.state, a.fee_units::text AS fee FROM attempt a JOIN payment p ON p.id = a.payment_id
        WHERE $1 IN (p.source, p.payee) ORDER BY a.id`,
      [address],
    )
  ).map(({ purpose, state, fee }) => [purpose, state, fee]);

async function passUntil(isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < 40 && !(await isDone()); n++) await tron.pass(1);
  expect(await isDone()).toBe(true);
}

const isPaying = (address: string) => () =>
  tron.network.pending.some(({ raw }) => raw.contract.owner === toHex(address));
const areLent = () => tron.network.newest.state.loans.size > 0;
const isHome = (order: Order) => async () =>
  (await tron.world.status(order)) === COMPLETED && tron.usdtOf(order.address) === 0n && !areLent();

it('an address is activated, lent energy, swept for nothing, and gives the energy back', async () => {
  const order = await tron.world.place(FROM_USDT);
  tron.pay(order);
  await passUntil(isPaying(order.address));
  await passUntil(isHome(order));
  await tron.pass(3);
  expect(await attemptsAt(order)).toEqual([
    ['top-up', 'confirmed', '1100000'],
    ['energy lent', 'confirmed', '0'],
    ['sweep', 'confirmed', '0'],
    ['energy back', 'confirmed', '0'],
  ]);
  // What the account does besides is its own business.
  tron.sendFrom(operator, tron.stranger, 5n);
  await tron.pass(4);
});

it('what lends, and what takes back, expires where the network loses it, and is made anew', async () => {
  const order = await tron.world.place(FROM_USDT);
  tron.pay(order);
  await passUntil(isPaying(operator));
  await lose();
  await passUntil(areLent);
  await passUntil(isPaying(operator));
  await lose();
  await passUntil(isHome(order));
  await tron.pass(3);
  expect((await attemptsAt(order)).map(([purpose, state]) => `${purpose} ${state}`)).toEqual([
    'top-up confirmed',
    'energy lent expired',
    'energy lent confirmed',
    'sweep confirmed',
    'energy back expired',
    'energy back confirmed',
  ]);
});

/** Nobody has what waits any more, until it has expired. */
async function lose(): Promise<void> {
  tron.isDeaf = true;
  await tron.pass(2);
  await tron.pass(1, 3_700_000);
  await tron.pass(2);
  tron.isDeaf = false;
}

it('a process that dies before or after each call of a loan leaves nothing lent, and nothing is lent twice', async () => {
  const { world } = tron;
  const sound = world.chains;
  const order = await world.place(FROM_USDT);
  tron.pay(order);
  const died = new Set<string>();
  const dieOnce = (where: string) => {
    if (died.has(where)) return;
    died.add(where);
    throw new Error(`died ${where}`);
  };
  world.chains = sound.map((chain) => (chain.name === 'TRON' ? dying(chain as TronChain, dieOnce) : chain));
  await passUntil(isHome(order));
  world.chains = sound;
  await tron.pass(3);
  expect([...died].sort()).toEqual(
    ['back', 'out'].flatMap((lends) =>
      ['after signing', 'before sending'].map((where) => `${lends} ${where}`),
    ),
  );
  expect((await attemptsAt(order)).map(([purpose, state]) => `${purpose} ${state}`)).toEqual([
    'top-up confirmed',
    'energy lent confirmed',
    'sweep confirmed',
    'energy back confirmed',
  ]);
});

/** The chain, for a process that is cut off once between any two steps of a loan. */
function dying(chain: TronChain, dieOnce: (where: string) => void): TronChain {
  const lending = new Map<string, string>();
  return Object.assign(Object.create(chain) as TronChain, {
    sign: async (request: AccountRequest) => {
      const signed = await chain.sign(request);
      if (request.lends === undefined) return signed;
      dieOnce(`${request.lends} after signing`);
      lending.set(Buffer.from(signed.bytes).toString('hex'), request.lends);
      return signed;
    },
    broadcast: async (bytes: Uint8Array) => {
      const lends = lending.get(Buffer.from(bytes).toString('hex'));
      if (lends !== undefined) dieOnce(`${lends} before sending`);
      await chain.broadcast(bytes);
    },
  });
}

it('where the stake is enough for one at a time, the others are brought in with fuel, and all of it comes home', async () => {
  const orders = [
    await tron.world.place(FROM_USDT),
    await tron.world.place(FROM_USDT),
    await tron.world.place(FROM_USDT),
  ];
  const account = tron.network.account(operator);
  account.frozen = 9_000_000_000n;
  account.energyUsed = 0;
  for (const order of orders) tron.pay(order);
  await passUntil(async () => {
    for (const order of orders) if (!(await isHome(order)())) return false;
    return true;
  });
  await tron.pass(8);
  const all = await Promise.all(orders.map(attemptsAt));
  const lent = all.filter((each) => each.some(([purpose]) => purpose === 'energy lent'));
  expect(lent.length).toBeGreaterThan(0);
  expect(lent.length).toBeLessThan(3);
});
