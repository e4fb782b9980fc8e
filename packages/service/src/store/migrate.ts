import { StartupError } from '../startup-error.ts';
import { type Applied, readApplied, StoreOutgrown, whyNot } from './applied.ts';
import { applyInUse } from './apply-migration.ts';
import { patiently } from './connection.ts';
import type { Database, Queryable } from './database.ts';
import { livingNodes, nodeText } from './living-nodes.ts';
import { LOCK } from './locks.ts';
import { forNewStore } from './migration-manner.ts';
import { boundOf, type Migration, readMigrations } from './migrations.ts';
import { transaction } from './transaction.ts';

/** SQLSTATE: insufficient privilege; no schema to create in. */
const NOT_ALLOWED = new Set(['42501', '3F000']);

/** What the program itself brings into a store whose schema is up to date. */
export type Fill = (client: Queryable) => Promise<void>;

export interface Migrating {
  /** What there is to apply; the program's own unless others are given. */
  readonly migrations?: readonly Migration[];
  /** True if no other node can be at work on the store. */
  readonly isAlone?: boolean;
}

/**
 * Brings the schema up to date, and fills it; returns the names of the migrations that were applied. Where it belongs to another user it
 * only looks whether it is. Refuses as long as nodes run that could not go on beside what is missing. A new store is made in one transaction;
 * one that others use is changed migration by migration, so that nobody waits for long.
 */
export async function migrate(database: Database, fill: Fill, how: Migrating = {}): Promise<string[]> {
  const { migrations = await readMigrations(), isAlone = false } = how;
  if (await belongsToAnother(database)) {
    await transaction(database, (client) => lookWhetherMigrated(client, migrations, fill));
    return [];
  }
  return applyMissing(database, migrations, fill, isAlone).catch(
    (error: { code?: string; message: string }) => {
      if (!NOT_ALLOWED.has(error.code ?? '')) throw error;
      throw new StartupError(
        `The database user may not create tables: ${error.message}. Grant it CREATE on the schema.`,
      );
    },
  );
}

/** What a store lacks of these, and what is in the way of that: nothing, if there are no words. Changes nothing. */
export async function planMigration(
  client: Queryable,
  migrations: readonly Migration[],
): Promise<{ readonly missing: readonly Migration[]; readonly obstacle: string | null }> {
  const applied = await readApplied(client);
  const outgrown = whyNot(applied, namesOf(migrations));
  if (outgrown !== null) return { missing: [], obstacle: outgrown };
  const missing = missingOf(applied, migrations);
  return { missing, obstacle: missing.length === 0 ? null : await whoIsInTheWay(client, migrations) };
}

/** True for a user that has a role of its own in a store that another has made. */
async function belongsToAnother(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ is_others: boolean }>(
    `SELECT NOT pg_has_role(c.relowner, 'USAGE') AS is_others FROM pg_class c WHERE c.oid = to_regclass('migration')`,
  );
  return rows[0]?.is_others === true;
}

/** What is missing only the owner can bring. */
async function lookWhetherMigrated(
  client: Queryable,
  migrations: readonly Migration[],
  fill: Fill,
): Promise<void> {
  try {
    const applied = await readApplied(client);
    refuseOutgrown(applied, migrations);
    const missing = missingOf(applied, migrations);
    if (missing.length > 0) throw needsOwner(`lacks ${namesOf(missing).join(', ')}`);
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
  migrations: readonly Migration[],
  fill: Fill,
  isAlone: boolean,
): Promise<string[]> {
  const made = await transaction(database, (client) => makeNew(client, migrations, fill));
  if (made !== null) return made;
  const applied: string[] = [];
  for (const [at, migration] of migrations.entries()) {
    const isMissing = async (client: Queryable) => (await lookAgain(client, migrations)).includes(migration);
    if (!(await isMissing(database))) continue;
    const isOurs = await applyInUse(database, migration, {
      async begin(client) {
        await lockOthersOut(client);
        if (!(await isMissing(client))) return false;
        if (!isAlone && applied.length === 0) await refuseInTheWay(client, migrations);
        return true;
      },
      end: (client) => note(client, migrations.slice(0, at + 1)),
    });
    if (isOurs) applied.push(migration.name);
  }
  await transaction(database, fill);
  return applied;
}

/** All of a store that is empty; null if it is not and lacks something. */
async function makeNew(
  client: Queryable,
  migrations: readonly Migration[],
  fill: Fill,
): Promise<string[] | null> {
  await client.query('SET LOCAL statement_timeout = 0');
  await lockOthersOut(client);
  await client.query(`
      CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
      CREATE TABLE IF NOT EXISTS migration_beside (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`);
  const missing = await lookAgain(client, migrations);
  if (missing.length > 0 && missing.length < migrations.length) return null;
  for (const [at, migration] of missing.entries()) {
    await client.query(patiently(forNewStore(migration)));
    await note(client, missing.slice(0, at + 1));
  }
  await fill(client);
  return namesOf(missing);
}

async function lockOthersOut(client: Queryable): Promise<void> {
  await client.query(patiently('SELECT pg_advisory_xact_lock($1)', [LOCK.migration]));
}

/** What is missing now. */
async function lookAgain(client: Queryable, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await readApplied(client);
  refuseOutgrown(applied, migrations);
  return missingOf(applied, migrations);
}

/** The last of these was applied. Whoever has to know it, or one before it, has to from now on: who does not refuses to start, and stops. */
async function note(client: Queryable, migrations: readonly Migration[]): Promise<void> {
  await client.query('INSERT INTO migration_beside (name) VALUES ($1)', [migrations.at(-1)?.name]);
  await bind(client, migrations);
}

async function bind(client: Queryable, migrations: readonly Migration[]): Promise<void> {
  const bound = boundOf(migrations);
  const names = namesOf(migrations.filter(({ number }) => number <= bound));
  await client.query(
    `WITH known AS (DELETE FROM migration_beside WHERE name = ANY ($1) RETURNING name, applied_at)
     INSERT INTO migration (name, applied_at) SELECT name, applied_at FROM known`,
    [names],
  );
}

/** Null if nobody is: all nodes that run know what they would have to. */
async function whoIsInTheWay(client: Queryable, migrations: readonly Migration[]): Promise<string | null> {
  const bound = boundOf(migrations);
  const before = (await livingNodes(client)).filter(({ knows }) => knows < bound);
  if (before.length === 0) return null;
  const last = migrations.findLast(({ beside }) => beside === bound)?.name;
  return (
    `The store cannot be brought up to date yet: nodes run that cannot go on beside ${last}. Stop these first, then try again; ` +
    `nothing was changed:\n${before.map((node) => `  ${nodeText(node)}`).join('\n')}`
  );
}

async function refuseInTheWay(client: Queryable, migrations: readonly Migration[]): Promise<void> {
  const obstacle = await whoIsInTheWay(client, migrations);
  if (obstacle !== null) throw new StartupError(obstacle);
}

function refuseOutgrown(applied: Applied, migrations: readonly Migration[]): void {
  const why = whyNot(applied, namesOf(migrations));
  if (why !== null) throw new StoreOutgrown(why);
}

function missingOf({ bound, beside }: Applied, migrations: readonly Migration[]): Migration[] {
  return migrations.filter(({ name }) => !bound.has(name) && !beside.has(name));
}

function namesOf(migrations: readonly Migration[]): string[] {
  return migrations.map(({ name }) => name);
}
