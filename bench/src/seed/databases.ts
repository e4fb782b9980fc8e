import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { UsageError } from '../options.ts';
import type { Server } from '../run/server.ts';
import { startService } from '../run/service.ts';
import * as histories from './history.ts';
import { seed } from './seed.ts';
import * as seeds from './sql.ts';

/** The databases of a run, all on one server. */
export const LARGE = 'large';
export const SMALL = 'small';
/** A copy of the large one, for pgbench to write to. */
export const COPY = 'pgbench_copy';
/** With a thousand orders, and so with about as many deposit addresses. */
export const THOUSAND = 'thousand';
export const THOUSAND_ORDERS = 1_000;
const EMPTY = 'empty';
/** Disk that an order takes with all its rows and indexes. */
const BYTES_PER_ORDER = 2_500;
const MIGRATIONS = new URL('../../../packages/service/migrations/', import.meta.url);

export const SMALL_ORDERS = 10_000;
/** More than the service keeps ready, so that it derives none while it is measured. */
const SPARE_ADDRESSES = 2_000;

/** Makes the databases that are not there yet. Returns how many orders the large one holds. */
export async function makeDatabases(
  server: Server,
  dataDir: string,
  options: { orders: number; needsCopy: boolean },
): Promise<number> {
  await server.drop(COPY);
  // Databases of an earlier run are of no use once migrations have changed, or once runs have placed too many orders. What was signed and
  // given out is on record beside them: with that, new ones would be copies of before, and held.
  const isLeft = (await server.label(EMPTY)) === edition();
  const isOutgrown =
    (await server.label(LARGE)) !== null && (await seededOrders(server, LARGE, options.orders)) === 0;
  if (!isLeft || isOutgrown) {
    for (const name of [EMPTY, SMALL, LARGE]) await server.drop(name);
    await rm(`${dataDir}.record`, { recursive: true, force: true });
    await server.create(EMPTY);
    // The service itself migrates, and makes the wallet.
    await (await startService(server.url(EMPTY), dataDir)).stop();
    await server.setLabel(EMPTY, edition());
  }
  await makeSeeded(server, SMALL, SMALL_ORDERS);
  const hasLarge = (await seededOrders(server, LARGE, options.orders)) > 0;
  const missing = Number(!hasLarge) + Number(options.needsCopy);
  await refuseSmallDisk(dataDir, missing * options.orders);
  const orders = await makeSeeded(server, LARGE, options.orders);
  if (options.needsCopy) await server.create(COPY, LARGE);
  return orders;
}

async function refuseSmallDisk(dir: string, orders: number): Promise<void> {
  const { bavail, bsize } = await statfs(dir);
  const needed = orders * BYTES_PER_ORDER;
  if (bavail * bsize > needed) return;
  const gigabytes = Math.ceil(needed / 2 ** 30);
  throw new UsageError(
    `This needs ${gigabytes} GB more of disk in ${dir}; -- --data DIR takes another place.`,
  );
}

/** Makes the database with a thousand orders anew. */
export async function makeThousand(server: Server): Promise<void> {
  await server.drop(THOUSAND);
  await server.create(THOUSAND, EMPTY);
  await withPool(server, THOUSAND, (pool) => seed(pool, THOUSAND_ORDERS, 0));
}

/** The same for databases that are made in the same way: by these migrations and seeds. */
function edition(): string {
  const hash = createHash('sha256').update(JSON.stringify([seeds, histories]));
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(new URL(name, MIGRATIONS)));
  return hash.digest('hex').slice(0, 16);
}

async function makeSeeded(server: Server, name: string, orders: number): Promise<number> {
  const seeded = await seededOrders(server, name, orders);
  if (seeded > 0) return seeded;
  await server.drop(name);
  console.log(
    `Seeding ${name === LARGE ? '' : 'the store to compare with: '}${orders.toLocaleString('en')} orders`,
  );
  await server.create(name, EMPTY);
  await withPool(server, name, (pool) => seed(pool, orders, SPARE_ADDRESSES));
  return orders;
}

/** Orders in a database that was seeded to the end with about so many; 0 if it was not. */
async function seededOrders(server: Server, name: string, orders: number): Promise<number> {
  if ((await server.label(name)) === null) return 0;
  const found = await withPool(server, name, async (pool) => {
    const { rows } = await pool.query('SELECT length::int AS orders FROM roll WHERE id = 0');
    return rows[0].orders;
  });
  // Earlier runs have placed some more in it.
  return found >= orders && found < 1.5 * orders ? found : 0;
}

async function withPool<T>(
  server: Server,
  name: string,
  work: (pool: ReturnType<Server['pool']>) => Promise<T>,
): Promise<T> {
  const pool = server.pool(name, 4);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
