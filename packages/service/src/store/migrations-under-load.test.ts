import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { seedOrders } from '../../../../test/support/seeded-orders.ts';
import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { post } from '../ledger/post.ts';
import { readOrderFile } from '../orders/reading/read-order-file.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { migrationsBefore } from './testing/older-migrations.ts';

/** The newest migrations, on a store of the version before that is large and in use. SWAPDESK_SEEDED_ORDERS says how large. */
const ORDERS = Number(process.env.SWAPDESK_SEEDED_ORDERS ?? 100_000);
const FIRST = '0031';
const CLIENTS = 6;
const MOST_WAIT_MS = 1_000;
/** A report that reads what is migrated, again and again. */
const REPORT_MS = 3_000;
/** Load before the first migration and after the last one. */
const AROUND_MS = 5_000;

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase(CLIENTS + 6);
  await store.database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(store.database, fillCatalogue, { migrations: await migrationsBefore(FIRST) });
  await store.database.query(
    `INSERT INTO address_space (name) VALUES ('bitcoin'), ('litecoin'), ('evm'), ('tron'), ('solana') ON CONFLICT DO NOTHING`,
  );
  await seedOrders(store.url, ORDERS);
});
afterAll(async () => {
  await store.drop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What requests and the engine do to what is migrated, in the words of the version before. */
const WORK: readonly ((database: Database, n: number) => Promise<unknown>)[] = [
  (database, n) =>
    database.query('SELECT o.*, e.* FROM orders o JOIN order_entry e ON e.order_id = o.id WHERE o.id = $1', [
      1 + (n % ORDERS),
    ]),
  (database, n) => readOrderFile(database, { no: String(n) }, []),
  (database, n) =>
    database.query('SELECT * FROM order_event WHERE order_id = $1 ORDER BY id', [ORDERS - (n % 1_000)]),
  (database, n) =>
    database.query(
      `INSERT INTO order_event (order_id, at, type, asset_id, units, txid) VALUES ($1, 1, 'deposit.seen', 1, 1, 'load')`,
      [ORDERS - (n % 1_000)],
    ),
  (database, n) =>
    post(
      database,
      [
        {
          why: 'load',
          entries: [
            { account: 'wallet', assetId: 1, units: BigInt(n) + 1n },
            { account: 'incoming', assetId: 1, units: -BigInt(n) - 1n },
          ],
        },
      ],
      1,
    ),
  (database) => database.query('UPDATE roll SET last_at = last_at WHERE id = 0'),
];

it(`keeps no request waiting for longer than a second, with ${ORDERS.toLocaleString('en')} orders`, async () => {
  let isOver = false;
  let requests = 0;
  let longest = 0;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = client; !isOver; n += CLIENTS) {
      const began = performance.now();
      await WORK[n % WORK.length]!(store.database, n);
      longest = Math.max(longest, performance.now() - began);
      requests++;
    }
  });
  const report = (async () => {
    while (!isOver) {
      const client = await store.database.connect();
      await client.query('BEGIN');
      await client.query('SELECT * FROM ledger_entry ORDER BY id DESC LIMIT 1');
      await pause(REPORT_MS);
      await client.query('COMMIT');
      client.release();
      await pause(REPORT_MS / 10);
    }
  })();
  await pause(AROUND_MS);
  const usual = longest;
  longest = 0;
  const began = performance.now();
  const migrated = await migrate(store.database, fillCatalogue);
  const tookMs = performance.now() - began;
  await pause(AROUND_MS);
  isOver = true;
  await Promise.all([...clients, report]);
  console.log(
    `${migrated.length} migrations in ${Math.round(tookMs / 1_000)} s beside ${requests} requests: the longest waited ${Math.round(longest)} ms, before ${Math.round(usual)} ms`,
  );
  expect(migrated.length).toBeGreaterThan(3);
  expect(longest).toBeLessThan(MOST_WAIT_MS);
  const { rows } = await store.database.query(
    `SELECT (SELECT count(*) FROM ledger_entry WHERE why = 'load') AS lines,
            (SELECT coalesce(sum(units), 0)::text FROM ledger_entry WHERE why = 'load') AS sum`,
  );
  expect(rows[0].lines).toBeGreaterThan(0);
  expect(rows[0].sum).toBe('0');
});
