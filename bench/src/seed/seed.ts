import type pg from 'pg';
import { addAddresses } from './addresses.ts';
import { HISTORY_TABLES, SEED_BALANCES, SEED_HISTORY, SEED_SEQUENCES } from './history.ts';
import { dropIndexes } from './indexes.ts';
import { duration, Progress } from './progress.ts';
import { makeRanges } from './ranges.ts';
import { SEED_ADDRESSES, SEED_ENTRIES, SEED_ORDERS, SEED_TALLIES, TAKE_ADDRESSES } from './sql.ts';
import { verifySeed } from './verify.ts';

const CHUNK = 20_000;
/** Both processors load. */
const LOADERS = 2;
const LOADED = ['orders', 'order_entry', 'deposit_address', ...HISTORY_TABLES];

/**
 * Fills a fresh database with orders of account 0, as if they had been placed and worked on for a year, and adds
 * addresses that no order has been given.
 */
export async function seed(database: pg.Pool, orders: number, spareAddresses: number): Promise<void> {
  await makeRanges(database, orders);
  const removed = await dropIndexes(database, LOADED);
  await loadRows(database, orders);
  for (const { name, recreate } of removed) {
    await step(`  index ${name}`, () =>
      onOneConnection(database, [`SET maintenance_work_mem = '1GB'`, recreate]),
    );
  }
  await step('  tallies', () =>
    onOneConnection(database, [`SET work_mem = '256MB'`, ...SEED_TALLIES, SEED_BALANCES]),
  );
  // What autovacuum does for a store that has grown slowly.
  await step('  vacuum', () => onOneConnection(database, ['VACUUM (ANALYZE)', 'CHECKPOINT']));
  await addAddresses(database, spareAddresses);
  await step('  verify', () => verifySeed(database, orders));
}

async function loadRows(database: pg.Pool, orders: number): Promise<void> {
  const { rows } = await database.query('SELECT coalesce(max(id), 0)::int + 1 AS first FROM deposit_address');
  const firstAddress = rows[0].first as number;
  const lastAt = Math.floor(Date.now() / 1000) - 60;
  const progress = new Progress(`  ${orders.toLocaleString('en')} orders`, orders);
  let next = 0;

  const work = async () => {
    const client = await database.connect();
    try {
      // Parents are there by construction, and verified at the end: no lookup for every row.
      await client.query('SET session_replication_role = replica');
      while (next < orders) {
        const from = next;
        const to = Math.min(orders, from + CHUNK);
        next = to;
        await client.query('BEGIN');
        await client.query(SEED_ADDRESSES, [from, to, firstAddress]);
        await client.query(SEED_ORDERS, [from, to, orders, lastAt, firstAddress]);
        for (const statement of [SEED_ENTRIES, ...SEED_HISTORY]) {
          await client.query(statement, [from, to, orders, lastAt]);
        }
        await client.query('COMMIT');
        progress.add(to - from);
      }
    } finally {
      client.release(true);
    }
  };
  await Promise.all(Array.from({ length: LOADERS }, work));
  await database.query(TAKE_ADDRESSES, [orders]);
  for (const statement of SEED_SEQUENCES) await database.query(statement);
}

async function step(label: string, work: () => Promise<void>): Promise<void> {
  const began = Date.now();
  await work();
  if (Date.now() - began > 5_000) console.log(`${label}: ${duration((Date.now() - began) / 1000)}`);
}

async function onOneConnection(database: pg.Pool, statements: readonly string[]): Promise<void> {
  const client = await database.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
}
