import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { StartupError } from '../startup-error.ts';
import { applyInUse } from './apply-migration.ts';
import { patiently } from './connection.ts';
import type { Database, Queryable } from './database.ts';
import { forNewStore, type MigrationFile, readMigrations } from './migration-file.ts';
import { transaction } from './transaction.ts';

const FOLDER = join(PACKAGE_FOLDER, 'migrations');
/** Any number, the same on every node: one node migrates at a time. */
const MIGRATION_LOCK = 727_001;

/** SQLSTATE: insufficient privilege; no schema to create in. */
const NOT_ALLOWED = new Set(['42501', '3F000']);

/** What the program itself brings into a store whose schema is up to date. */
export type Fill = (client: Queryable) => Promise<void>;

/**
 * Brings the schema up to date, and fills it; returns the names of the migrations that were applied. Where it belongs to another user it
 * only looks whether it is. A new store is made in one transaction; one that others use is changed migration by migration, so that
 * none of them waits for long.
 */
export async function migrate(database: Database, fill: Fill, folder = FOLDER): Promise<string[]> {
  const files = await readMigrations(folder);
  if (await belongsToAnother(database)) {
    const names = files.map(({ name }) => name);
    await transaction(database, (client) => lookWhetherMigrated(client, names, fill));
    return [];
  }
  return applyMissing(database, files, fill).catch((error: { code?: string; message: string }) => {
    if (!NOT_ALLOWED.has(error.code ?? '')) throw error;
    throw new StartupError(
      `The database user may not create tables: ${error.message}. Grant it CREATE on the schema.`,
    );
  });
}

/** True for a user that has a role of its own in a store that another has made. */
async function belongsToAnother(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ is_others: boolean }>(
    `SELECT NOT pg_has_role(c.relowner, 'USAGE') AS is_others FROM pg_class c WHERE c.oid = to_regclass('migration')`,
  );
  return rows[0]?.is_others === true;
}

/** What is missing only the owner can bring. */
async function lookWhetherMigrated(client: Queryable, files: string[], fill: Fill): Promise<void> {
  try {
    const applied = await readApplied(client);
    refuseUnknown(applied, files);
    const missing = files.filter((name) => !applied.has(name));
    if (missing.length > 0) throw needsOwner(`lacks ${missing.join(', ')}`);
    await fill(client);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw code !== undefined && NOT_ALLOWED.has(code) ? needsOwner(`cannot be filled: ${message}`) : error;
  }
}

function needsOwner(what: string): StartupError {
  return new StartupError(
    `The store needs migrating, which this database user may not do: it ${what}. With the SWAPDESK_DATABASE_URL of the user that owns ` +
      'the tables, run: npx swapdesk database migrate && npx swapdesk database roles',
  );
}

async function applyMissing(
  database: Database,
  files: readonly MigrationFile[],
  fill: Fill,
): Promise<string[]> {
  const made = await transaction(database, (client) => makeNew(client, files, fill));
  if (made !== null) return made;
  const applied: string[] = [];
  for (const file of files) {
    const isMissing = async (client: Queryable) => !(await lookAgain(client, files)).has(file.name);
    if (!(await isMissing(database))) continue;
    const isOurs = await applyInUse(database, file, async (client) => {
      await lockOthersOut(client);
      return isMissing(client);
    });
    if (isOurs) applied.push(file.name);
  }
  await transaction(database, fill);
  return applied;
}

/** All of a store that is empty; null if it is not and lacks something. */
async function makeNew(
  client: Queryable,
  files: readonly MigrationFile[],
  fill: Fill,
): Promise<string[] | null> {
  await client.query('SET LOCAL statement_timeout = 0');
  await lockOthersOut(client);
  await client.query(`
      CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`);
  const applied = await lookAgain(client, files);
  const missing = files.filter(({ name }) => !applied.has(name));
  if (applied.size > 0 && missing.length > 0) return null;
  for (const file of missing) {
    await client.query(patiently(forNewStore(file)));
    await client.query('INSERT INTO migration (name) VALUES ($1)', [file.name]);
  }
  await fill(client);
  return missing.map(({ name }) => name);
}

async function lockOthersOut(client: Queryable): Promise<void> {
  await client.query(patiently('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]));
}

async function lookAgain(client: Queryable, files: readonly MigrationFile[]): Promise<Set<string>> {
  const applied = await readApplied(client);
  refuseUnknown(
    applied,
    files.map(({ name }) => name),
  );
  return applied;
}

async function readApplied(client: Queryable): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migration');
  return new Set(rows.map(({ name }) => name));
}

/**
 * A migration that this program does not have means that a newer one has been here. But one that would come before the last
 * of ours is of a set that was written anew before the first release: such a store is not brought up to date.
 */
function refuseUnknown(applied: Set<string>, files: string[]): void {
  const [unknown] = [...applied].filter((name) => !files.includes(name)).sort();
  if (unknown === undefined) return;
  const isEarlier = numberOf(unknown) <= numberOf(files.at(-1) as string);
  throw new StartupError(
    isEarlier
      ? `The database was made by a Swapdesk from before the first release (it has ${unknown}), and cannot be brought up ` +
          'to date. Begin with an empty one, with `wallet import` if its wallet holds anything; nothing was changed.'
      : `The database was last used by a newer Swapdesk (it has ${unknown}). Update this one, nothing was changed.`,
  );
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
