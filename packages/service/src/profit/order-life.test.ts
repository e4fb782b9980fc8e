import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ACTS } from '../acts/index.ts';
import { withdrawTreasury } from '../acts/withdraw-treasury.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../engine/testing/world.ts';
import { balancesOfAll } from '../ledger/balances.ts';
import { confirmProposal, propose } from '../operators/proposals.ts';
import type { Order } from '../orders/order.ts';
import { transaction } from '../store/transaction.ts';
import { foldResults } from './fold-results.ts';
import { CAPITAL, OWN_ACCOUNTS } from './parts.ts';
import { readHoldings, wrongHoldings } from './read-holdings.ts';
import { readOrderSums, readSums } from './read-sums.ts';
import { type Sum, totalOf } from './sums.ts';
import { worthAt } from './worth-at.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await market({ BTC: 101_000, ETH: 3_960, USDT: 1, USDC: 1 });
  await foldResults(world.database, () => world.now);
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  await equalsTheLedger();
  await foldResults(world.database, () => world.now);
  await equalsTheLedger();
});
afterAll(() => world.close());

const ALL = { from: null, until: null };
const USDT = 10n ** 18n;

/** The middle prices of the market. Orders are exchanged at others: 100,000 for a BTC, 4,000 for an ETH. */
async function market(prices: Record<string, number>): Promise<void> {
  await world.rows(
    `INSERT INTO price (abbr, price, at, source, changed_at, anchor_price, anchor_at)
     SELECT key, value::numeric, 0, 'test', 0, 1, 0 FROM jsonb_each_text($1)
         ON CONFLICT (abbr) DO UPDATE SET price = excluded.price`,
    [JSON.stringify(prices)],
  );
}

async function sumsByOrder(): Promise<Sum[]> {
  const sums: Sum[] = [];
  for await (const page of readOrderSums(world.database, ALL)) sums.push(...page);
  return sums;
}

/** Of one order: units by part and asset. */
async function resultsOf({ no }: Order): Promise<Record<string, bigint>> {
  const own = (await sumsByOrder()).filter(({ group }) => group[1] === no);
  const names = new Map(
    ['Bitcoin/BTC', 'Ethereum/ETH', 'Ethereum/USDT'].map((name) => [
      world.asset(name).id,
      name.split('/')[1],
    ]),
  );
  return Object.fromEntries(own.map(({ part, assetId, units }) => [`${part} ${names.get(assetId)}`, units]));
}

async function equalsTheLedger(): Promise<void> {
  expect(await wrongHoldings(world.database)).toEqual([]);
  const balances = await balancesOfAll(world.database, OWN_ACCOUNTS);
  const byDay = await readSums(world.database, 'day', ALL);
  for (const sums of [byDay, await readSums(world.database, 'pair', ALL), await sumsByOrder()]) {
    for (const name of ['Bitcoin/BTC', 'Ethereum/ETH', 'Ethereum/USDT']) {
      const { id } = world.asset(name);
      const units = (...parts: string[]) =>
        sums
          .filter(({ assetId, part }) => assetId === id && parts.includes(part))
          .reduce((sum, each) => sum + each.units, 0n);
      const owed = (account: 'fee' | 'network' | 'rounding' | 'loss' | 'treasury') =>
        -(balances.get(account)?.get(id) ?? 0n);
      for (const account of ['fee', 'network', 'rounding', 'loss'] as const)
        expect([account, units(account)]).toEqual([account, owed(account)]);
      expect(units('spread', CAPITAL)).toBe(owed('treasury'));
    }
    expect(totalOf(sums).result).toBe(totalOf(byDay).result);
  }
  const { result, capital } = totalOf(byDay);
  const cost = (await readHoldings(world.database)).reduce((sum, each) => sum + each.cost, 0n);
  expect(cost).toBe(result + capital);
}

describe('the result of an order', () => {
  it('is its fee, the spread to the middle of the market, and what the network was paid less than was charged', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    const [entry] = await world.rows<{ fee: string; charged: string; paid: string }>(
      `SELECT e.fee_units AS fee, e.network_fee_units AS charged,
              (SELECT a.fee_units FROM payout p JOIN attempt a USING (payment_id) WHERE p.order_id = e.order_id) AS paid
         FROM order_entry e WHERE e.order_id = $1`,
      [order.id],
    );
    const { fee, charged, paid } = entry as { fee: string; charged: string; paid: string };
    const results = await resultsOf(order);
    expect(results).toMatchObject({
      'fee ETH': BigInt(fee),
      'network ETH': BigInt(charged) - BigInt(paid),
      'spread BTC': 5_000_000n,
      // 0.05 BTC at 100,000 are 1.25 ETH at 4,000.
      'spread ETH': -1_250_000_000_000_000_000n,
    });
    // What came is worth 5,050 in the middle of the market, what was given for it 4,950.
    const own = (await sumsByOrder()).filter(({ group }) => group[1] === order.no);
    expect(totalOf(own).parts.get('spread')).toBe(100n * USDT);
    expect(totalOf(own).parts.get('fee')).toBe(worthAt(BigInt(fee), 3_960n * USDT, 18));
    expect(own[0]?.group[2]).toBe('BTC/ETH');
  });

  it('that is given back is what the network was charged beyond what it took', async () => {
    const order = await world.place({
      exchange_mode: 'fixed',
      refund_address: REFUND.Bitcoin,
      on_mismatch: 'refund',
    });
    await world.pay(order, '0.02');
    await world.settle();
    expect(await world.status(order)).toBe(5);
    expect(Object.keys(await resultsOf(order))).toEqual(['network BTC']);
  });

  it('has what a reorganisation took as its loss, until it is back', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.mine(2, 'Bitcoin');
    await world.round();
    world.chains = world.chains.filter(({ name }) => name !== 'Ethereum');
    await world.round();
    await world.network('Bitcoin').network.reorganize(2, world.now);
    await world.round();
    expect(await resultsOf(order)).toMatchObject({ 'loss BTC': -5_000_000n, 'spread BTC': 5_000_000n });
    await equalsTheLedger();
    world.chains = [...world.chains, world.network('Ethereum').chain];
    await world.pass(3);
    expect((await resultsOf(order))['loss BTC'] ?? 0n).toBe(0n);
    await world.rows(`UPDATE orders SET resolution = 'exchange' WHERE id = $1`, [order.id]);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('does not change when its payment is undone and made again at the same price', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.settle();
    const before = await resultsOf(order);
    const total = async () =>
      totalOf((await sumsByOrder()).filter(({ group }) => group[1] === order.no)).result;
    const result = await total();
    await world.network('Ethereum').network.reorganize(3, world.now);
    await world.round();
    await world.settle();
    expect(await resultsOf(order)).toEqual(before);
    expect(await total()).toBe(result);
  });
});

describe('what the operator takes out', () => {
  it('is no result, but its network fee and what the price did to it are', async () => {
    const before = totalOf(await readSums(world.database, 'day', ALL));
    const [stock] = (await readHoldings(world.database)).filter(
      ({ coin }) => coin.place === 'Bitcoin' && coin.abbr === 'BTC',
    );
    await market({ BTC: 110_000 });
    const units = 100_000_000n;
    const args = {
      chain: 'Bitcoin',
      coin: 'BTC',
      units: String(units),
      address: RECEIVER.Bitcoin,
      why: 'to cold storage',
    };
    const context = {
      market: world.market(),
      network: 'test' as const,
      screen: world.screen,
      withdrawals: {},
    };
    const who = { name: 'root', via: 'command line', address: '', role: null } as const;
    const { result: id } = await transaction(world.database, (client) =>
      propose(client, withdrawTreasury, args, who, context, world.now),
    );
    await transaction(world.database, (client) =>
      confirmProposal(client, ACTS, id, who, context, 0, world.now),
    );
    const after = totalOf(await readSums(world.database, 'day', ALL));
    expect(after.capital - before.capital).toBe(-110_000n * USDT);
    const { units: held = 0n, cost = 0n } = stock ?? {};
    expect(after.result - before.result).toBe(110_000n * USDT - (cost * units) / held);
    await world.settle();
    const paid = totalOf(await readSums(world.database, 'day', ALL));
    expect(paid.capital).toBe(after.capital);
    expect((paid.parts.get('network') ?? 0n) < (after.parts.get('network') ?? 0n)).toBe(true);
  });
});
