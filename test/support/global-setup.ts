import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { fillCatalogue } from '../../packages/service/src/catalog/fill-catalogue.ts';
import { type Database, openDatabase } from '../../packages/service/src/store/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../packages/service/src/store/embedded/embedded.ts';
import { freeSharedMemory } from '../../packages/service/src/store/embedded/settings.ts';
import { migrate } from '../../packages/service/src/store/migrate.ts';
import { bundle } from '../../scripts/bundle.mjs';
import { TEMPLATE, TEST_SERVER } from './database.ts';

const PREFIX = 'swapdesk-test-';
const MEMORY = '/dev/shm';
/** What the databases of a run and the server's log need, and as much again. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** One real PostgreSQL for all tests; each test file makes databases of its own from a migrated template. */
export default async function setup(): Promise<() => Promise<void>> {
  await bundle();
  await removeLeft(MEMORY);
  const dataDir = await mkdtemp(join(quickFolder(), `${PREFIX}${process.pid}-`));
  const embedded = await startShared(dataDir);
  await withDatabase(openDatabase(embedded.connection, 1), (admin) =>
    admin.query(`CREATE DATABASE ${TEMPLATE}`),
  );
  await withDatabase(openDatabase({ ...embedded.connection, database: TEMPLATE }, 1), (database) =>
    migrate(database, fillCatalogue),
  );
  process.env[TEST_SERVER] = JSON.stringify(embedded.connection);
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true });
  };
}

/**
 * In memory if there is room. Each test of the engine has a database of its own, which is some hundred files, and a disk
 * takes several times as long to make and delete them.
 */
function quickFolder(): string {
  return (freeSharedMemory() ?? 0) >= ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** A run that was killed leaves its databases behind; in memory they would be in the way of everything else. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isRunning(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Several files at once, each with nodes that hold a dozen connections, need more than a desk of its own does. And this
 * server need not outlive a crash of the machine: what a killed one keeps is tested with servers of their own.
 */
async function startShared(dataDir: string): Promise<EmbeddedPostgres> {
  const first = await startEmbedded({ dataDir });
  await withDatabase(openDatabase(first.connection, 1), async (admin) => {
    await admin.query('ALTER SYSTEM SET max_connections = 200');
    await admin.query('ALTER SYSTEM SET fsync = off');
    await admin.query('ALTER SYSTEM SET full_page_writes = off');
    // What a statement comes to after its first five times: few are done more often in a test.
    await admin.query('ALTER SYSTEM SET plan_cache_mode = force_generic_plan');
    // Looked through whenever a database is made or dropped.
    await admin.query("ALTER SYSTEM SET shared_buffers = '128MB'");
    await admin.query("ALTER SYSTEM SET max_wal_size = '256MB'");
    // It would visit every database, and none lives for long.
    await admin.query('ALTER SYSTEM SET autovacuum = off');
    // Thousands of connections are opened, and stretching the password is most of what opening one costs.
    await admin.query('SET scram_iterations = 1');
    await admin.query(
      `ALTER ROLE ${escapeIdentifier(first.connection.user)} PASSWORD ${escapeLiteral(first.connection.password)}`,
    );
  });
  await first.stop();
  return startEmbedded({ dataDir });
}

async function withDatabase(
  database: Database,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  await work(database);
  await database.end();
}
