import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../packages/service/src/catalog/load-catalogue.ts';
import { measureDurations } from '../../../packages/service/src/orders/durations.ts';
import { findOrders } from '../../../packages/service/src/orders/find-orders.ts';
import { findPartly, partOf, type TextPart } from '../../../packages/service/src/orders/find-partly.ts';
import { givenFact } from '../../../packages/service/src/orders/finding/given-fact.ts';
import { readFindable } from '../../../packages/service/src/orders/finding/read-findable.ts';
import { orderLines } from '../../../packages/service/src/orders/order-line.ts';
import type { Queryable } from '../../../packages/service/src/store/database.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { seedOrders } from '../../support/seeded-orders.ts';
import { volume } from '../../support/volume.ts';
import { type PlanNode, plansOf } from './support/plans.ts';

/** Search among many orders: by indexes alone, whatever is looked for. */

const ORDERS = volume(10_000, 30_000);
const LARGE_TABLES = ['orders', 'order_entry', 'deposit_address', 'deposit', 'payment', 'payout', 'attempt'];
const MOST_FOUND = 100;

let store: DeskStore;

beforeAll(async () => {
  store = await createDeskStore(8);
  await seedOrders(store.url, ORDERS);
  // What the seeded ones lack of what they can be found by.
  await store.database.query(
    "UPDATE orders SET refund_address = 'refund ' || id, client_order_id = 'cart ' || id WHERE status = 4",
  );
  await store.database.query('VACUUM (ANALYZE) orders');
});
afterAll(() => store?.drop());

/** What names the order in the middle, in every way that one can be found by. */
const NAMES = {
  'order number': 'SELECT no AS text FROM orders WHERE id = $1',
  'query code': 'SELECT query_code AS text FROM orders WHERE id = $1',
  'deposit address': 'SELECT address AS text FROM orders WHERE id = $1',
  'receiving address': 'SELECT address AS text FROM order_entry WHERE order_id = $1',
  'refund address': 'SELECT refund_address AS text FROM orders WHERE id = $1',
  'deposit transaction': 'SELECT txid AS text FROM deposit WHERE order_id = $1',
  'payment transaction':
    'SELECT p.txid AS text FROM payout o JOIN attempt p USING (payment_id) WHERE o.order_id = $1',
  'client order id': 'SELECT client_order_id AS text FROM orders WHERE id = $1',
} as const;

/** A completed order: it has all of them. */
async function named(by: keyof typeof NAMES): Promise<{ id: number; text: string }> {
  const { rows } = await store.database.query<{ id: number }>(
    'SELECT id FROM orders WHERE status = 4 AND id >= $1 ORDER BY id LIMIT 1',
    [ORDERS / 2],
  );
  const id = rows[0]?.id as number;
  const { rows: names } = await store.database.query<{ text: string }>(NAMES[by], [id]);
  return { id, text: names[0]?.text as string };
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The store, and every statement that it was asked. */
function listened() {
  const asked: Statement[] = [];
  const client = {
    query: (statement: Statement) => {
      asked.push(statement);
      return store.database.query(statement);
    },
  } as unknown as Queryable;
  return { client, asked };
}

async function expectIndexesAlone(asked: readonly Statement[]): Promise<void> {
  for (const statement of asked) {
    for (const plan of await plansOf(store.database, statement)) {
      expect(plan.length).toBeGreaterThan(1);
      expect(plan.filter(readsItAll)).toEqual([]);
    }
  }
}

/** Searches as the console does; gives what was found, and every statement that it took. */
async function search(text: string) {
  const { client, asked } = listened();
  const catalogue = await loadCatalogue(store.database);
  const found = await findOrders(client, text, catalogue, 'test');
  const ids = found.map(({ id }) => id);
  await orderLines(client, ids, catalogue);
  return { found, asked };
}

/** The same by a part. */
async function searchPartly(part: TextPart) {
  const asked: { text: string; values: unknown[] }[] = [];
  const client = {
    query: (statement: { text: string; values: unknown[] }) => {
      asked.push(statement);
      return store.database.query(statement);
    },
  } as unknown as Queryable;
  return { found: await findPartly(client, part, await loadCatalogue(store.database)), asked };
}

describe.each(Object.keys(NAMES) as (keyof typeof NAMES)[])('a search by %s', (by) => {
  it('finds it, and reads no table from end to end: not now, and not by a plan for all who ask', async () => {
    const { id, text } = await named(by);
    const { found, asked } = await search(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((each) => each.by === by)).toBe(true);
    if (found.length < MOST_FOUND) expect(found.map((each) => each.id)).toEqual([id]);
    expect(asked).toHaveLength(2);
    await expectIndexesAlone(asked);
  });
});

/** What leads a client back to an order. */
const LEADS = ['order number', 'deposit address', 'deposit transaction', 'payment transaction'] as const;

it.each(LEADS)('a client is led back by %s in the same way', async (by) => {
  const { id, text } = await named(by);
  const { client, asked } = listened();
  const catalogue = await loadCatalogue(store.database);
  const facts = [text, 'nobody'].map((given) => givenFact(given, ['evm', 'bitcoin'], 'test'));
  const found = await readFindable(client, facts, catalogue);
  const { rows } = await store.database.query<{ no: string }>('SELECT no FROM orders WHERE id = $1', [id]);
  expect(found.map(({ no }) => no)).toContain(rows[0]?.no);
  await expectIndexesAlone(asked);
});

/** How each is begun; what is written in letters of one kind is found in any. */
const BEGINS: Partial<Record<keyof typeof NAMES, (text: string) => string>> = {
  'order number': (text) => text.slice(0, 6).toLowerCase(),
  'query code': (text) => `${text.slice(0, 4)}-${text.slice(4, 7)}`,
  'refund address': (text) => text.slice(0, -1),
  'client order id': (text) => text.slice(0, -1),
  'deposit address': (text) => `${text.slice(0, 8)}…${text.slice(-6)}`,
  'deposit transaction': (text) => `${text.slice(0, 16)}...${text.slice(-6)}`,
  'payment transaction': (text) => text.slice(0, -8),
  'receiving address': (text) => text.slice(0, 12),
};

describe.each(Object.keys(BEGINS) as (keyof typeof NAMES)[])('a search by a part of the %s', (by) => {
  it('finds it by the indexes that there are, and reads no table from end to end', async () => {
    const { id, text } = await named(by);
    const part = partOf((BEGINS[by] as (text: string) => string)(text));
    const { found, asked } = await searchPartly(part as TextPart);
    expect(found.map((each) => each.by)).toContain(by);
    if (found.length < MOST_FOUND) expect(found.map((each) => each.id)).toContain(id);
    expect(asked).toHaveLength(1);
    for (const plan of await plansOf(store.database, asked[0]!)) {
      expect(plan.length).toBeGreaterThan(1);
      expect(plan.filter(readsItAll)).toEqual([]);
    }
  });
});

it('a part of a hexadecimal address is found however its letters are written', async () => {
  const written = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  await store.database.query(`UPDATE orders SET refund_address = $1 WHERE id = 7`, [written]);
  for (const begin of ['0x9858eff', '0x9858EFFD232b40']) {
    const { found } = await searchPartly(partOf(begin) as TextPart);
    expect(found).toContainEqual({ id: 7, by: 'refund address' });
  }
  const { found } = await searchPartly(partOf('0x9858EF…ECAEDA94') as TextPart);
  expect(found).toContainEqual({ id: 7, by: 'refund address' });
  expect((await searchPartly(partOf('0x9858EF…ECAEDA95') as TextPart)).found).toEqual([]);
});

it('of what begins like thousands of texts only so many are read', async () => {
  const { found, asked } = await searchPartly(partOf('refund') as TextPart);
  expect(found).toHaveLength(MOST_FOUND);
  const [plan] = await plansOf(store.database, asked[0]!, 'run');
  const read = plan!.filter(({ table }) => LARGE_TABLES.includes(table)).map(({ rows }) => rows);
  expect(Math.max(...read)).toBeLessThanOrEqual(MOST_FOUND * 5);
});

it.each(['abc', '', 'a…b', '…', 'one…two…three'])('too little is not looked for: %s', (text) => {
  expect(partOf(text)).toBeNull();
});

function readsItAll(node: PlanNode): boolean {
  return node.how.includes('Seq Scan') && LARGE_TABLES.includes(node.table);
}

it('of the thousands of orders to one address only the newest are read', async () => {
  const { text } = await named('receiving address');
  const { rows } = await store.database.query<{ entries: number }>(
    'SELECT count(*)::int AS entries FROM order_entry WHERE address = $1',
    [text],
  );
  expect(rows[0]?.entries).toBeGreaterThan(ORDERS / 10);
  const { found, asked } = await search(text);
  expect(found).toHaveLength(MOST_FOUND);
  const [plan] = await plansOf(store.database, asked[0]!, 'run');
  const read = plan!.filter(({ table }) => table === 'order_entry').map(({ rows: read }) => read);
  expect(Math.max(...read)).toBeLessThanOrEqual(5 * MOST_FOUND);
});

it('how long exchanges take is measured on the newest orders, and no others are read', async () => {
  const { client, asked } = listened();
  const most = ORDERS / 20;
  const measured = await measureDurations(client, Math.floor(Date.now() / 1_000), most);
  expect(measured.length).toBeGreaterThan(0);
  const [statement] = asked as [Statement];
  const [plan] = await plansOf(store.database, statement, 'run');
  expect(plan!.filter(readsItAll)).toEqual([]);
  const read = plan!.filter(({ table }) => table === 'orders').map(({ rows }) => rows);
  expect(Math.max(...read)).toBe(most);
});
