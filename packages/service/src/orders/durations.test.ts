import { Decimal } from '@swapdesk/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Terms } from '../pricing/terms.ts';
import { measureDurations } from './durations.ts';
import { insertOrders } from './insert-orders.ts';
import { plainOrder, termsAt } from './testing/new-orders.ts';

const NOW = 1_700_000_000;
const DAY_S = 86_400;
/** Assets of the orders here. */
const [BTC, ETH] = [1, 4];
const ORDERS = 40;

let store: TestDatabase;
let terms: Terms;
beforeAll(async () => {
  store = await createTestDatabase();
  terms = await termsAt(NOW, store.database, {
    exchange_mode: 'float',
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: Decimal.parse('0.05') as Decimal,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH' }],
  });
  await insertOrders(
    store.database,
    Array.from({ length: ORDERS }, (_, n) => plainOrder(terms, n + 1)),
    NOW,
  );
});
afterAll(() => store.drop());

interface Past {
  readonly took: number;
  readonly ago: number;
  readonly status: number;
  readonly wasFrozen: boolean;
}

/** Makes these the orders that there are. */
async function live(past: readonly Past[]): Promise<void> {
  await store.database.query('UPDATE orders SET status = 9, finished_at = 0');
  await store.database.query(
    `WITH past AS (
       SELECT row_number() OVER () AS n, * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::boolean[]) AS p (took, ago, status, frozen)
     ), those AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM orders),
     moved AS (
       UPDATE orders o SET status = p.status, finished_at = ${NOW} - p.ago, paid_at = ${NOW} - p.ago - p.took,
                           frozen_at = CASE WHEN p.frozen THEN ${NOW} ELSE 0 END
         FROM past p JOIN those t USING (n) WHERE o.id = t.id)
     UPDATE order_entry e SET finished_at = ${NOW} - p.ago FROM past p JOIN those t USING (n) WHERE e.order_id = t.id`,
    [
      past.map(({ took }) => took),
      past.map(({ ago }) => ago),
      past.map(({ status }) => status),
      past.map(({ wasFrozen }) => wasFrozen),
    ],
  );
}

const past = fc.record({
  took: fc.integer({ min: 0, max: 100_000 }),
  ago: fc.integer({ min: 0, max: 40 * DAY_S }),
  status: fc.constantFrom(4, 4, 4, 3, 5),
  wasFrozen: fc.nat(9).map((n) => n === 0),
});

it('half of the orders took no longer than the one number, nine of ten than the other; of few nothing is said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(past, { maxLength: ORDERS }), async (orders) => {
      await live(orders);
      const counted = orders
        .filter(({ status, wasFrozen, ago }) => status === 4 && !wasFrozen && ago < 30 * DAY_S)
        .map(({ took }) => took)
        .sort((a, b) => a - b);
      const nearest = (part: number) => counted[Math.ceil(part * counted.length) - 1];
      const expected = [
        {
          fromAssetId: BTC,
          toAssetId: ETH,
          orders: counted.length,
          halfS: nearest(0.5),
          mostS: nearest(0.9),
        },
      ];
      expect(await measureDurations(store.database, NOW)).toEqual(counted.length >= 10 ? expected : []);
    }),
    { numRuns: 30 },
  );
});

it('of many orders those that were completed last are taken', async () => {
  const usual = { status: 4, wasFrozen: false };
  await live(
    Array.from({ length: ORDERS }, (_, n) => ({ ...usual, ago: n * 100, took: n < 20 ? 60 : 9_000 })),
  );
  expect(await measureDurations(store.database, NOW, 20)).toMatchObject([
    { orders: 20, halfS: 60, mostS: 60 },
  ]);
});
