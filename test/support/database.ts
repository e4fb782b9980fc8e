import { randomBytes } from 'node:crypto';
import {
  type ConnectionConfig,
  type Database,
  openDatabase,
} from '../../packages/service/src/store/database.ts';

/** The environment variable through which the tests learn of their server. */
export const TEST_SERVER = 'SWAPDESK_TEST_SERVER';
export const TEMPLATE = 'swapdesk_template';
const PATIENCE_MS = 120_000;

type Server = ConnectionConfig & { readonly host: string; readonly password: string };

export interface TestDatabase {
  readonly database: Database;
  /** The same database for programs that take a URL. */
  readonly url: string;
  drop(): Promise<void>;
}

/** What several tests begin with, made by the first of them. */
export interface Template {
  readonly name: string;
  fill(database: Database, url: string): Promise<void>;
}

/** A new, migrated database on the tests' PostgreSQL, empty or as a template has it. */
export async function createTestDatabase(connections = 5, template?: Template): Promise<TestDatabase> {
  // On a busy machine many at once wait for one of few connections for longer than a desk would let them.
  const server = {
    ...(JSON.parse(process.env[TEST_SERVER] as string) as Server),
    connectionTimeoutMillis: PATIENCE_MS,
  };
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Somebody may be making the template, on a machine that has much else to do.
  const admin = openDatabase({ ...server, query_timeout: 0 }, 1);
  await admin.query('SET statement_timeout = 0');
  if (template !== undefined)
    await locked(admin, template.name, () => makeUnlessThere(admin, server, template));
  await copy(admin, template?.name ?? TEMPLATE, name);
  const database = openDatabase({ ...server, database: name }, connections);
  return {
    database,
    url: urlOf(server, name),
    async drop() {
      await database.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** A test's database, for programs that take a URL. */
export async function urlFor(database: Database): Promise<string> {
  const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name');
  return urlOf(JSON.parse(process.env[TEST_SERVER] as string) as Server, rows[0]!.name);
}

function urlOf({ host, port, user, password }: Server, name: string): string {
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${user}:${encodeURIComponent(password)}@/${name}?${query}`;
}

/** Files are copied as they are: written to the log page by page, they take several times as long. */
async function copy(admin: Database, from: string, to: string): Promise<void> {
  // A template cannot be copied by two at once.
  await locked(admin, 'copy', () => admin.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`));
}

/** Serialized by PostgreSQL itself. */
async function locked(admin: Database, name: string, work: () => Promise<unknown>): Promise<void> {
  await admin.query('SELECT pg_advisory_lock(727999, hashtext($1))', [name]);
  await work();
  await admin.query('SELECT pg_advisory_unlock(727999, hashtext($1))', [name]);
}

/** It has its name only when it is whole. */
async function makeUnlessThere(admin: Database, server: Server, { name, fill }: Template): Promise<void> {
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount !== 0) return;
  const draft = `draft_${randomBytes(6).toString('hex')}`;
  await copy(admin, TEMPLATE, draft);
  const database = openDatabase({ ...server, database: draft }, 5);
  await fill(database, urlOf(server, draft));
  await database.end();
  await admin.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
}
