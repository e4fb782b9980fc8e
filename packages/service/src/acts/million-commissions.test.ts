import { MESSAGE } from '@swapdesk/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payCommissions } from '../affiliates/commission.ts';
import { listDue } from '../affiliates/due.ts';
import { listReferralOrders } from '../affiliates/list.ts';
import { namePayoutAddress } from '../affiliates/payout-address.ts';
import { findRefCode } from '../affiliates/ref-code.ts';
import { MOST_ORDERS } from '../affiliates/settlements.ts';
import { openWorld, type World } from '../engine/testing/world.ts';
import { formatFixed } from '../money/fixed.ts';
import { Refusal } from '../refusal.ts';
import { foldDeltas } from '../rolls/fold.ts';
import { transaction } from '../store/transaction.ts';
import { confirmScheduled, listScheduled } from './confirm-scheduled.ts';
import { proposeScheduled } from './schedule-settlements.ts';
import { addAffiliate, contextOf, PAID_TO, settle, wishFor } from './testing/affiliate.ts';
import { seedReferrals } from './testing/many-referrals.ts';

/** A million referral orders of two accounts and four codes, credited and settled as any; each sum held against one reckoned from their entries. */
const ORDERS = Number(process.env.SWAPDESK_REFERRAL_ORDERS ?? 1_000_000);
/** Of the other account: what a list of so many costs is what a long one is held against. */
const FEW = 10_000;
const AT_ONCE = 10_000;
const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;
const ACCOUNTS = [
  { id: 5, name: 'affiliate', ordersRollId: 20, referralRollId: 21, fees: { float: null, fixed: null } },
  { id: 6, name: 'another', ordersRollId: 30, referralRollId: 31, fees: { float: null, fixed: null } },
] as const;

interface Sum {
  orders: number;
  /** In 10^-8 USDT. */
  earned: bigint;
  dueOrders: number;
}

let world: World;
/** By account, and by code of an account. */
const naive = new Map<string, Sum>();
const wrong: number[] = [];

beforeAll(async () => {
  world = await openWorld();
  await addAffiliate(world);
  await seedReferrals(world, { orders: ORDERS, ofOther: FEW });
  const completed = await world.rows<{ id: number }>(
    'SELECT id FROM orders WHERE id >= 1000000 AND status = 4 ORDER BY id',
  );
  for (let n = 0; n < completed.length; n += AT_ONCE)
    await transaction(world.database, (client) =>
      payCommissions(
        client,
        completed.slice(n, n + AT_ONCE).map(({ id }) => id),
        world.now + n,
      ),
    );
  while ((await foldDeltas(world.database)) > 0);
  await reckon();
}, 1_800_000);
afterAll(() => world.close());

interface Row {
  readonly id: number;
  readonly account_id: number;
  readonly code: string;
  readonly ppm: number;
  readonly status: number;
  readonly commission: string;
  readonly entries: readonly (readonly [decimals: number, fee: string, markup: string, price: string])[];
}

/** Goes through all orders, one by one, by nothing but what their entries say. */
async function reckon(): Promise<void> {
  for (let first = 1_000_000; first < 1_000_000 + ORDERS; first += AT_ONCE) {
    const rows = await world.rows<Row>(
      `SELECT r.order_id AS id, r.account_id, r.code, r.commission_ppm AS ppm, w.status, r.commission::text,
              (SELECT json_agg(json_build_array(a.decimals, e.fee_units::text, e.markup_units::text, e.price::text))
                 FROM order_entry e JOIN asset a ON a.id = e.asset_id WHERE e.order_id = r.order_id) AS entries
         FROM referral_order r JOIN orders w ON w.id = r.order_id WHERE r.order_id >= $1 AND r.order_id < $2`,
      [first, first + AT_ONCE],
    );
    for (const { id, account_id, code, ppm, status, commission, entries } of rows) {
      let earned = 0n;
      if (status === 4)
        for (const [decimals, fee, markup, price] of entries) {
          const millionths = (BigInt(fee) - BigInt(markup)) * BigInt(ppm) + BigInt(markup) * 1_000_000n;
          earned += millionths * BigInt(price.replace('.', '')) * 10n ** BigInt(24 - decimals);
        }
      // Counted so far in 10^-(6 + 18 + 24).
      earned /= 10n ** 40n;
      if (BigInt(commission.replace('.', '')) !== earned) wrong.push(id);
      for (const name of [`account ${account_id}`, `code ${code}`]) {
        const sum = naive.get(name) ?? { orders: 0, earned: 0n, dueOrders: 0 };
        sum.orders++;
        sum.earned += earned;
        if (earned > 0n) sum.dueOrders++;
        naive.set(name, sum);
      }
    }
  }
}

const sumOf = (name: string) => naive.get(name) as Sum;
const usdt = (sum: bigint) => formatFixed(sum * 10n ** 10n);

async function page(account: (typeof ACCOUNTS)[number], code: string | null, number: number) {
  const found = code === null ? null : await findRefCode(world.database, code);
  const span = { facet: null, createdStart: null, createdEnd: null, newestFirst: true };
  const whose = { account, code: found };
  const request = { ...span, page: number, pageSize: 50 };
  return listReferralOrders(world.database, world.market().catalogue, whose, request);
}

it('each order has earned what its entries say, and the sums of the lists and of what is due are theirs, to the last digit', async () => {
  expect(wrong).toEqual([]);
  expect(sumOf('account 5').orders + sumOf('account 6').orders).toBe(ORDERS);
  for (const account of ACCOUNTS) {
    const { orders, earned } = sumOf(`account ${account.id}`);
    expect(await page(account, null, 1)).toMatchObject({ total: orders, totalCommission: usdt(earned) });
  }
  for (const code of ['ref', 'third', 'whole', 'other']) {
    const { orders, earned } = sumOf(`code ${code}`);
    const account = code === 'other' ? ACCOUNTS[1] : ACCOUNTS[0];
    expect(await page(account, code, 1)).toMatchObject({ total: orders, totalCommission: usdt(earned) });
  }
  const due = await listDue(world.database, null);
  expect(due.map((each) => ({ ...each, due: formatted(each.due) }))).toEqual(
    ACCOUNTS.map(({ id, name }) => {
      const { dueOrders, earned } = sumOf(`account ${id}`);
      return { account: name, orders: dueOrders, due: usdt(earned), on_its_way: '0' };
    }),
  );
});

/** Without the zeros at its end. */
const formatted = (amount: string) => usdt(BigInt(amount.replace('.', '')));

it('the first page, any and the deepest cost no more than twice what they cost in a list of ten thousand', async () => {
  const places = {
    first: () => 0,
    middle: (pages: number) => pages >> 1,
    deepest: (pages: number) => pages - 1,
  };
  for (const [place, at] of Object.entries(places)) {
    const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 60; round++)
      for (const [n, account] of ACCOUNTS.entries()) {
        const pages = Math.ceil(sumOf(`account ${account.id}`).orders / 50);
        const began = performance.now();
        const { orders } = await page(account, null, 1 + at(pages));
        least[n] = Math.min(least[n] as number, performance.now() - began);
        expect(orders.length).toBeGreaterThan(0);
      }
    const [many = 0, few = 0] = least;
    console.log(`${place}: ${many.toFixed(2)} ms of ${ORDERS}, ${few.toFixed(2)} ms of ${FEW}`);
    expect([place, many <= 2 * few]).toEqual([place, true]);
  }
});

it('settled by several settlements, by schedule within one period and by hand, each order is covered once', async () => {
  world.settings = { ...world.settings, settle_schedule: 2, settle_from_usdt: 1 };
  const wish = {
    accountId: 5,
    assetId: world.asset('Ethereum/ETH').id,
    address: PAID_TO.Ethereum,
  };
  await transaction(world.database, (client) =>
    namePayoutAddress(client, wish, { name: 'key 1', via: 'interface' }, { now: world.now - 10, waitS: 10 }),
  );
  for (let n = 0; n < 3; n++) {
    expect(await proposeScheduled(world.database, contextOf(world))).toBe(1);
    expect(await proposeScheduled(world.database, contextOf(world))).toBe(0);
    const seen = (await listScheduled(world.database, world.market().catalogue)).map(
      ({ proposal }) => proposal,
    );
    expect(seen).toHaveLength(1);
    const done = await confirmScheduled(world.database, seen, ROOT, contextOf(world), 0, world.now);
    expect(done).toMatchObject([{ account: 'affiliate', whyNot: null }]);
  }
  for (const { name } of ACCOUNTS) while (await settledMore(name));
  expect(await proposeScheduled(world.database, contextOf(world))).toBe(0);

  const settlements = await world.rows<{ account_id: number; usdt: string; covered: string; orders: number }>(
    `SELECT s.account_id, s.usdt::text, sum(r.commission)::text AS covered, count(*)::int AS orders
       FROM settlement s JOIN referral_order r ON r.settlement_id = s.id GROUP BY s.id ORDER BY s.id`,
  );
  for (const { usdt: paid, covered } of settlements) expect(formatted(paid)).toBe(formatted(covered));
  for (const { id } of ACCOUNTS) {
    const own = settlements.filter(({ account_id }) => account_id === id);
    const { dueOrders, earned } = sumOf(`account ${id}`);
    expect(own.map(({ orders }) => orders)).toEqual(partsOf(dueOrders));
    expect(own.reduce((sum, each) => sum + BigInt(each.covered.replace('.', '')), 0n)).toBe(earned);
  }
  expect((await listDue(world.database, null)).map(({ orders, due }) => [orders, due])).toEqual([
    [0, '0'],
    [0, '0'],
  ]);
});

/** So many at once, and what is left. */
function partsOf(orders: number): number[] {
  const whole = Array.from({ length: Math.floor(orders / MOST_ORDERS) }, () => MOST_ORDERS);
  return orders % MOST_ORDERS === 0 ? whole : [...whole, orders % MOST_ORDERS];
}

async function settledMore(account: string): Promise<boolean> {
  try {
    await settle(world, { ...wishFor('ETH'), account });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.reply === MESSAGE.nothingDue) return false;
    throw error;
  }
}
