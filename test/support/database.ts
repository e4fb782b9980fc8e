import { randomBytes } from 'node:crypto';
import { type Connection, type Database, openDatabase } from '../../packages/service/src/store/database.ts';

/** The environment variable through which the tests learn of their server. */
export const TEST_SERVER = 'SWAPDESK_TEST_SERVER';
export const TEMPLATE = 'swapdesk_template';

export interface TestDatabase {
  readonly database: Database;
  /** The same database for programs that take a URL. */
  readonly url: string;
  drop(): Promise<void>;
}

/** What several tests begin with, made by the first of them. */
export interface Template {
  readonly name: string;
  fill(database: Database): Promise<void>;
}

/** A new, migrated database on the tests' PostgreSQL, empty or as a template has it. */
export async function createTestDatabase(connections = 5, template?: Template): Promise<TestDatabase> {
  const server = JSON.parse(process.env[TEST_SERVER] as string) as Connection & {
    host: string;
    password: string;
  };
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase(server, 1);
  // Serialized by PostgreSQL itself: a template cannot be copied by two at once.
  await admin.query('SELECT pg_advisory_lock(727999)');
  if (template !== undefined) await make(admin, server, template);
  await copy(admin, template?.name ?? TEMPLATE, name);
  await admin.query('SELECT pg_advisory_unlock(727999)');
  const database = openDatabase({ ...server, database: name }, connections);
  const query = new URLSearchParams({ host: server.host, port: String(server.port) });
  return {
    database,
    url: `postgresql://${server.user}:${encodeURIComponent(server.password)}@/${name}?${query}`,
    async drop() {
      await database.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** Files are copied as they are: written to the log page by page, they take several times as long. */
async function copy(admin: Database, from: string, to: string): Promise<void> {
  await admin.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`);
}

/** Makes a template unless somebody has. It has its name only when it is whole. */
async function make(admin: Database, server: Connection, { name, fill }: Template): Promise<void> {
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount !== 0) return;
  const draft = `draft_${randomBytes(6).toString('hex')}`;
  await copy(admin, TEMPLATE, draft);
  const database = openDatabase({ ...server, database: draft }, 5);
  await fill(database);
  await database.end();
  await admin.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
}
