import { createHash } from 'node:crypto';
import { Decimal } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CuttingProxy, openCuttingProxy } from '../../../../test/support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Terms } from '../pricing/terms.ts';
import { type Database, openDatabase } from '../store/database.ts';
import type { NewOrder } from './insert-orders.ts';
import { orderFinder } from './query.ts';
import { orderById } from './reading/read-orders.ts';
import { orderStore } from './store-order.ts';
import { plainOrder, termsAt } from './testing/new-orders.ts';

/** What becomes of orders whose connection breaks, as when a primary or a pooler dies. */

const NOW = 1_700_000_000;
const INSERTS = 'insert-orders';

let store: TestDatabase;
let proxy: CuttingProxy;
let database: Database;
let terms: Terms;
let addresses = 0;

beforeAll(async () => {
  store = await createTestDatabase();
  proxy = await openCuttingProxy(store.url);
  database = openDatabase({ connectionString: proxy.url }, 3);
  terms = await termsAt(NOW, store.database, {
    exchange_mode: 'float' as const,
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: Decimal.parse('0.05') as Decimal,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_group_ratio: Decimal.parse('1') as Decimal }],
  });
});
afterAll(async () => {
  await database.end();
  await proxy.close();
  await store.drop();
});

const order = (): NewOrder => plainOrder(terms, ++addresses);
const claimed = (text: string): NewOrder => {
  const id = createHash('sha256').update(text).digest();
  return { ...order(), claims: [{ id, ifReused: 'Idempotency-Key was used with other parameters' }] };
};
const many = async () => Number((await store.database.query('SELECT count(*) AS n FROM orders')).rows[0].n);

describe('an order whose connection breaks', () => {
  it('before the server has heard of it is stored by another one', async () => {
    const before = await many();
    proxy.cutAt(INSERTS, 'before');
    const placed = await orderStore(database, () => NOW)(order());
    expect(await orderById(store.database, placed.id)).toEqual(placed);
    expect(await many()).toBe(before + 1);
    expect(proxy.cuts()).toBe(1);
  });

  it('after it was stored is found by its own number, and is there once', async () => {
    for (const given of [order(), claimed('once')]) {
      const [before, cuts] = [await many(), proxy.cuts()];
      proxy.cutAt(INSERTS, 'after');
      const placed = await orderStore(database, () => NOW)(given);
      expect(placed.no).toBe(given.no);
      expect(await orderById(store.database, placed.id)).toEqual(placed);
      expect([await many(), proxy.cuts()]).toEqual([before + 1, cuts + 1]);
    }
  });

  it('takes none of those with it that came at the same moment', async () => {
    const before = await many();
    const place = orderStore(database, () => NOW);
    proxy.cutAt(INSERTS, 'after');
    const given = [order(), order(), order(), order()];
    const placed = await Promise.all(given.map(place));
    expect(placed.map(({ no }) => no)).toEqual(given.map(({ no }) => no));
    expect(await many()).toBe(before + given.length);
  });

  it('is found by a query that was cut off as well', async () => {
    const placed = await orderStore(database, () => NOW)(order());
    proxy.cutAt('orders-by-query-code', 'before');
    expect((await orderFinder(database)(placed.queryCode)).no).toBe(placed.no);
  });
});
