import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../packages/service/src/store/database.ts';
import { startEmbedded } from '../../packages/service/src/store/embedded/embedded.ts';
import { migrate } from '../../packages/service/src/store/migrate.ts';
import { TEMPLATE, TEST_SERVER } from './database.ts';

/** One real PostgreSQL for all tests; each test file makes databases of its own from a migrated template. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'swapdesk-test-'));
  const embedded = await startEmbedded({ dataDir });
  const admin = openDatabase(embedded.connection, 1);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = openDatabase({ ...embedded.connection, database: TEMPLATE }, 1);
  await migrate(template);
  await template.end();
  process.env[TEST_SERVER] = JSON.stringify(embedded.connection);
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true });
  };
}
