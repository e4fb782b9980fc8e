import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../test/support/volume.ts';
import { listDue } from '../affiliates/due.ts';
import { type Affiliate, listAffiliates, readAffiliate } from '../affiliates/overview.ts';
import { askToCancel } from '../engine/payments/cancelled-payments.ts';
import { holdPayment } from '../engine/payments/hold-payment.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, type World } from '../engine/testing/world.ts';
import { numberEvents } from '../events/number-events.ts';
import { readAccounts } from '../events/read-account.ts';
import { shownAccountEvent } from '../events/view.ts';
import { readPosition } from '../ledger/position.ts';
import { freeTreasury } from '../ledger/treasury.ts';
import { parseFixed } from '../money/fixed.ts';
import { wrongCovers, wrongSettlements, wrongWithdrawals } from '../observe/ledger-sums.ts';
import { resolveByOperator } from '../orders/operate.ts';
import type { Order } from '../orders/order.ts';
import { foldResults } from '../profit/fold-results.ts';
import { wrongHoldings } from '../profit/read-holdings.ts';
import { readSums } from '../profit/read-sums.ts';
import { foldDeltas } from '../rolls/fold.ts';
import { transaction } from '../store/transaction.ts';
import {
  addAffiliate,
  askFor,
  confirm,
  earn,
  listed,
  PAID_TO,
  settle,
  wishFor,
  wrongTallies,
} from './testing/affiliate.ts';
import { dropWithdrawal, loadWithdrawals, retryWithdrawal } from './withdrawals.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await addAffiliate(world);
  // What postings are valued at.
  await world.rows(
    `INSERT INTO price (abbr, price, at, source, changed_at, anchor_price, anchor_at)
     SELECT key, value::numeric, 0, 'test', 0, 1, 0 FROM jsonb_each_text($1)`,
    [JSON.stringify(world.prices)],
  );
});
beforeEach(() => {
  world.prices = { ...world.prices, ETH: '4000' };
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  expect(await wrongTallies(world)).toEqual([]);
  expect(await wrongSettlements(world.database)).toEqual([]);
  expect(await wrongWithdrawals(world.database)).toEqual([]);
  expect(await wrongCovers(world.database)).toBe(0);
  // What affiliates see of themselves is what operators see of them, reckoned another way.
  for (const seen of await listAffiliates(world.database))
    expect(inFull(await readAffiliate(world.database, seen.id))).toEqual(inFull(seen));
  expect(await wrongHoldings(world.database)).toEqual([]);
});
afterAll(() => world.close());

const inFull = (seen: Affiliate | null) => ({
  ...seen,
  due: parseFixed(seen?.due ?? ''),
  onItsWay: parseFixed(seen?.onItsWay ?? ''),
});
const free = async (asset: string) => (await freeTreasury(world.database)).get(world.asset(asset).id) ?? 0n;
const newest = async () =>
  (await loadWithdrawals(world.database)).toSorted((a, b) => b.id - a.id)[0] as { id: number };
const due = async () => (await listDue(world.database, 'affiliate'))[0];
const rowOf = async ({ no }: Order) =>
  (await listed(world)).all.orders.find(({ order_no }) => order_no === no);
const drop = (id: number) =>
  transaction(world.database, (client) => dropWithdrawal(client, id, '', world.now));
/** 5 USDT at 4,000. */
const FIVE_USDT = 1_250_000_000_000_000n;

/** What the affiliate hears. */
async function told() {
  await numberEvents(world.database);
  const [read] = await readAccounts(world.database, [{ accountId: 5, after: 0 }], 99);
  return (read?.events ?? []).map((each) => shownAccountEvent(each, world.market().catalogue));
}

/** Leaves nothing due for the next test. */
const paidOff = async () => {
  await settle(world, wishFor('USDT'));
  await world.settle();
  expect(await due()).toBeUndefined();
};

/** The block of an order's payment is gone, and the network does not want it any more. */
async function undo(order: Order): Promise<void> {
  const [payout] = await world.rows<{ payment_id: number }>(
    'SELECT payment_id FROM payout WHERE order_id = $1',
    [order.id],
  );
  await world.network('Ethereum').network.reorganize(30, world.now);
  await world.round();
  await transaction(world.database, (client) =>
    holdPayment(client, payout?.payment_id as number, 'refused', world.now),
  );
}

/** An operator has looked at it, and lets it go on. */
async function goOn({ id }: Order): Promise<void> {
  await transaction(world.database, (client) => resolveByOperator(client, id, 'exchange', null));
  await world.settle();
}

describe('a settlement of commissions', () => {
  it('pays what is due exactly, once, and then the commissions are settled', async () => {
    const orders = [await earn(world), await earn(world)];
    await earn(world, 'other');
    expect(await due()).toMatchObject({ account: 'affiliate', orders: 2, due: '10.00000000' });
    const before = await free('Ethereum/ETH');
    const had = await world.received(PAID_TO.Ethereum, 'Ethereum/ETH');
    const position = (await readPosition(world.database)).get(world.asset('Ethereum/ETH').id) ?? 0n;

    const id = await askFor(world, wishFor('ETH'));
    const [{ preview } = { preview: [] }] = await world.rows<{ preview: object[] }>(
      'SELECT preview FROM proposal WHERE id = $1',
      [id],
    );
    expect(preview.slice(0, 3)).toMatchObject([
      { what: 'settled', amount: '2', abbr: 'orders' },
      { what: 'is due for them', amount: '10', abbr: 'USDT' },
      { what: 'is the price', amount: '4000' },
    ]);
    await world.settle();
    expect(await free('Ethereum/ETH')).toBe(before);
    await confirm(world, id);
    expect(before - (await free('Ethereum/ETH'))).toBe(2n * FIVE_USDT);
    expect(await due()).toMatchObject({ orders: 0, due: '0', on_its_way: '10.00000000' });
    expect((await listed(world)).settled).toMatchObject({ total: 0, sum: '0' });

    world.now += 100;
    await world.settle();
    expect((await world.received(PAID_TO.Ethereum, 'Ethereum/ETH')) - had).toBe(2n * FIVE_USDT);
    expect(await newest()).toMatchObject({ state: 'confirmed', purpose: 'settlement' });
    expect(await told()).toEqual([
      {
        account_number: 1,
        order_no: '',
        number: 0,
        type: 'commission.settled',
        at: world.now,
        chain: 'Ethereum',
        abbr: 'ETH',
        volume: '0.0025',
        usdt: '10',
        address: PAID_TO.Ethereum,
        txid: expect.any(String),
      },
    ]);
    for (const order of orders)
      expect(await rowOf(order)).toMatchObject({ settle_status: 2, commission: '5', updated_at: world.now });
    const lists = await listed(world);
    expect(lists).toMatchObject({ all: { total: 2, sum: '10' }, open: { total: 0, sum: '0' } });
    expect(lists.settled).toMatchObject({ total: 2, sum: '10' });
    await foldDeltas(world.database);
    expect((await listed(world)).settled).toMatchObject({ total: 2, sum: '10' });
    expect(await due()).toBeUndefined();

    // It is a cost, and the desk is short of it: nothing that operators have taken out.
    await foldResults(world.database, () => world.now);
    const sums = await readSums(world.database, 'day', { from: null, until: null });
    const costs = sums.filter(({ part }) => part === 'commission');
    expect(costs.map(({ units, value }) => [units, value])).toEqual([[-2n * FIVE_USDT, -(10n ** 19n)]]);
    const short = ((await readPosition(world.database)).get(world.asset('Ethereum/ETH').id) ?? 0n) - position;
    const [{ fee } = { fee: '0' }] = await world.rows<{ fee: string }>(
      'SELECT fee_units::text AS fee FROM attempt JOIN payout p USING (payment_id) WHERE p.id = $1',
      [(await newest()).id],
    );
    expect(short).toBe(-2n * FIVE_USDT - BigInt(fee));
  });

  it.each([
    ['Bitcoin', 'BTC', '90000', 5_555n],
    ['Ethereum', 'USDT', '0.9', 5_555_555n],
  ] as const)('is paid on %s in %s at %s, rounded down', async (chain, coin, price, units) => {
    await earn(world);
    const { prices } = world;
    world.prices = { ...prices, [coin]: price };
    const had = await world.received(PAID_TO[chain], `${chain}/${coin}`);
    await settle(world, wishFor(coin, chain));
    world.prices = prices;
    await world.settle();
    expect((await world.received(PAID_TO[chain], `${chain}/${coin}`)) - had).toBe(units);
  });

  it('is refused where nothing is due, to nobody, and without a price of now', async () => {
    await expect(askFor(world, wishFor('ETH'))).rejects.toThrow('no commission is due');
    await earn(world);
    const refused = (wish: Record<string, string>, why: string) =>
      expect(askFor(world, { ...wishFor('ETH'), ...wish })).rejects.toThrow(why);
    await refused({ account: 'nobody' }, 'account not found');
    await refused({ coin: 'DOGE' }, 'assets not found');
    await refused({ address: 'nonsense' }, 'invalid to address');
    world.pricedAt = world.now - 86_400;
    await refused({}, 'there is no price');
    world.pricedAt = null;
    const { screen } = world;
    world.screen = async () => ({ isHit: true, detail: 'a list' });
    await refused({}, 'screening refuses');
    world.screen = screen;
    world.prices = { ...world.prices, ETH: '400000000000000000000000' };
    await refused({}, 'too small');
    world.prices = { ...world.prices, ETH: '4000' };
    await paidOff();
  });

  it('is confirmed as it was proposed: not at a price that has moved on, nor for other commissions', async () => {
    const first = await earn(world);
    const id = await askFor(world, wishFor('ETH'));
    world.prices = { ...world.prices, ETH: '4041' };
    await expect(confirm(world, id)).rejects.toThrow('the price has moved on');
    world.prices = { ...world.prices, ETH: '3959' };
    await expect(confirm(world, id)).rejects.toThrow('the price has moved on');
    world.prices = { ...world.prices, ETH: '4039' };
    await world.rows('UPDATE referral_order SET commission = 4 WHERE order_id = $1', [first.id]);
    await expect(confirm(world, id)).rejects.toThrow('what is due has changed');
    await world.rows('UPDATE referral_order SET commission = 5 WHERE order_id = $1', [first.id]);
    // What has come to be due since is for the next one.
    world.now += 10;
    const second = await earn(world);
    const had = await world.received(PAID_TO.Ethereum, 'Ethereum/ETH');
    await confirm(world, id);
    await world.settle();
    expect((await world.received(PAID_TO.Ethereum, 'Ethereum/ETH')) - had).toBe(FIVE_USDT);
    expect([await rowOf(first), await rowOf(second)]).toMatchObject([
      { settle_status: 2 },
      { settle_status: 1 },
    ]);
    await paidOff();
  });

  it('covers nothing that another covers, whoever confirms at the same moment', async () => {
    await earn(world);
    const had = await world.received(PAID_TO.Ethereum, 'Ethereum/ETH');
    const ids = [
      await askFor(world, wishFor('ETH')),
      await askFor(world, wishFor('BTC', 'Bitcoin')),
      await askFor(world, wishFor('USDT')),
    ];
    const outcomes = await Promise.allSettled(ids.map((id) => confirm(world, id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.message).toMatch('what is due has changed');
    await world.settle();
    expect(await due()).toBeUndefined();
    const [{ covers } = { covers: 0 }] = await world.rows<{ covers: number }>(
      'SELECT count(*) AS covers FROM settlement WHERE proposal_id = ANY ($1::bigint[])',
      [ids],
    );
    expect(covers).toBe(1);
    expect((await world.received(PAID_TO.Ethereum, 'Ethereum/ETH')) - had <= FIVE_USDT).toBe(true);
  });

  it.runIf(IS_LONG)(
    'is undone by a reorganisation: not settled until it is paid again, by the same bytes',
    async () => {
      const order = await earn(world);
      const had = await world.received(PAID_TO.Bitcoin, 'Bitcoin/BTC');
      await settle(world, wishFor('BTC', 'Bitcoin'));
      await world.settle();
      const before = await listed(world);
      const heard = (await told()).length;
      expect(await rowOf(order)).toMatchObject({ settle_status: 2 });
      world.now += 50;
      await world.network('Bitcoin').network.reorganize(4, world.now);
      await world.round();
      expect(await rowOf(order)).toMatchObject({ settle_status: 1, commission: '5', updated_at: world.now });
      expect((await listed(world)).settled.total).toBe(before.settled.total - 1);
      expect(await due()).toMatchObject({ orders: 0, on_its_way: '5.00000000' });
      await world.settle();
      expect(await listed(world)).toMatchObject({ settled: { sum: before.settled.sum } });
      expect((await told()).slice(heard).map(({ type }) => type)).toEqual([
        'commission.undone',
        'commission.settled',
      ]);
      expect((await world.received(PAID_TO.Bitcoin, 'Bitcoin/BTC')) - had).toBe(5_000n);
    },
  );

  it('whose payment was cancelled is paid anew, or everything is due again, as an operator decides', async () => {
    const order = await earn(world);
    for (const decision of ['retry', 'drop'] as const) {
      const had = await world.received(PAID_TO.Bitcoin, 'Bitcoin/BTC');
      if (decision === 'drop') await earn(world);
      await settle(world, wishFor('BTC', 'Bitcoin'));
      await world.round();
      await world.round();
      const { id } = await newest();
      await expect(drop(id)).rejects.toThrow('may still be');
      const [payment] = await world.rows<{ id: number }>(
        'SELECT payment_id AS id FROM payout WHERE id = $1',
        [id],
      );
      expect(await askToCancel(world.database, payment?.id as number, world.now)).toBe('asked');
      await world.round();
      await world.settle();
      expect(await newest()).toMatchObject({ id, state: 'failed' });
      expect(await due()).toMatchObject({ orders: 0, on_its_way: '5.00000000' });
      if (decision === 'drop') await drop(id);
      else await transaction(world.database, (client) => retryWithdrawal(client, id, ''));
      await world.settle();
      expect((await world.received(PAID_TO.Bitcoin, 'Bitcoin/BTC')) - had).toBe(
        decision === 'drop' ? 0n : 5_000n,
      );
    }
    expect(await rowOf(order)).toMatchObject({ settle_status: 2 });
    expect(await due()).toMatchObject({ orders: 1, due: '5.00000000', on_its_way: '0' });
    await paidOff();
  });

  it.runIf(IS_LONG)(
    'that was dropped and is in the chain all the same covers again what it did',
    async () => {
      const order = await earn(world);
      const had = await world.received(PAID_TO.Bitcoin, 'Bitcoin/BTC');
      await settle(world, wishFor('BTC', 'Bitcoin'));
      await world.round();
      await world.round();
      const { id } = await newest();
      const [payment] = await world.rows<{ id: number }>(
        'SELECT payment_id AS id FROM payout WHERE id = $1',
        [id],
      );
      await askToCancel(world.database, payment?.id as number, world.now);
      await world.round();
      await world.settle();
      await drop(id);
      expect(await due()).toMatchObject({ orders: 1, on_its_way: '0' });
      const { network } = world.network('Bitcoin');
      await network.reorganize(5, world.now);
      await world.round();
      const attempts = await world.rows<{ txid: string; bytes: Buffer }>(
        'SELECT txid, bytes FROM attempt WHERE payment_id = $1 ORDER BY id',
        [payment?.id],
      );
      await network.drop(attempts.at(-1)?.txid as string);
      await network.submit(attempts[0]?.bytes as Buffer);
      await world.settle();
      expect((await world.received(PAID_TO.Bitcoin, 'Bitcoin/BTC')) - had).toBe(5_000n);
      expect(await newest()).toMatchObject({ id, state: 'confirmed' });
      expect(await rowOf(order)).toMatchObject({ settle_status: 2, commission: '5' });
      expect(await due()).toBeUndefined();
    },
  );

  it('that is not signed yet can be dropped', async () => {
    await earn(world);
    const before = await free('Ethereum/ETH');
    await settle(world, wishFor('ETH'));
    await drop((await newest()).id);
    expect(await free('Ethereum/ETH')).toBe(before);
    expect(await due()).toMatchObject({ orders: 1, due: '5.00000000' });
    await paidOff();
  });

  it.runIf(IS_LONG)(
    'keeps the commission of an order that comes undone, and waits until that is completed again',
    async () => {
      const [undone, other] = [await earn(world), await earn(world)];
      const had = await world.received(PAID_TO.Ethereum, 'Ethereum/USDT');
      await settle(world, wishFor('USDT'));
      await undo(undone);
      expect(await world.status(undone)).toBe(7);
      await world.settle();
      expect(await rowOf(undone)).toMatchObject({ commission: '5', settle_status: 1 });
      expect(await newest()).toMatchObject({ state: 'ready' });
      await goOn(undone);
      expect([await world.status(undone), await world.status(other)]).toEqual([4, 4]);
      await world.settle();
      expect((await world.received(PAID_TO.Ethereum, 'Ethereum/USDT')) - had).toBe(10_000_000n);
      expect(await rowOf(undone)).toMatchObject({ commission: '5', settle_status: 2 });
    },
  );

  it.runIf(IS_LONG)(
    'that is dropped leaves nothing to an order that came undone, until that is completed again',
    async () => {
      const [undone, other] = [await earn(world), await earn(world)];
      await settle(world, wishFor('USDT'));
      await undo(undone);
      await drop((await newest()).id);
      expect([await rowOf(undone), await rowOf(other)]).toMatchObject([
        { commission: '0' },
        { commission: '5' },
      ]);
      await world.settle();
      expect(await due()).toMatchObject({ orders: 1, due: '5.00000000' });
      await goOn(undone);
      expect(await due()).toMatchObject({ orders: 2, due: '10.00000000' });
      await paidOff();
    },
  );
});
