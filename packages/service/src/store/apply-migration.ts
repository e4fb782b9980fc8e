import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../startup-error.ts';
import { patiently } from './connection.ts';
import type { Database, Queryable } from './database.ts';
import type { Migration } from './migrations.ts';
import { transaction } from './transaction.ts';
import { waitBriefly, wasBusy, wasTooSlow } from './wait-briefly.ts';

/**
 * While a migration waits for a lock, whoever comes after it waits behind it; while it has it, too. A statement has so long for both,
 * which is less than the second that a request may wait.
 */
const STATEMENT_MS = 700;
/** Where that is never enough, as the machine is too busy, it gets twice the time after so many tries, and at most so much. */
const TRIES_BEFORE_MORE = 5;
const MOST_STATEMENT_MS = 12_000;

export interface MigrationPatience {
  /** For so long a busy store is tried again. */
  readonly forMs: number;
  /** So long others are let go first; the longer, the more often it was tried. */
  readonly pauseMs: number;
  readonly mostPauseMs: number;
}

export const USUAL_PATIENCE: MigrationPatience = { forMs: 300_000, pauseMs: 250, mostPauseMs: 5_000 };

/** What belongs to a migration, in the transaction in which it is applied. */
export interface Within {
  /** Keeps others out; false if there is nothing to do any more. */
  begin(client: Queryable): Promise<boolean>;
  /** Notes that it was applied. */
  end(client: Queryable): Promise<void>;
}

/** Tries to apply a migration to a store that others use until nobody is in the way; each try is undone as a whole. */
export async function applyInUse(
  database: Database,
  migration: Migration,
  within: Within,
  patience: MigrationPatience = USUAL_PATIENCE,
): Promise<boolean> {
  const until = performance.now() + patience.forMs;
  let tooSlow = 0;
  for (let tries = 1; ; tries++) {
    const most = STATEMENT_MS * 2 ** Math.floor(tooSlow / TRIES_BEFORE_MORE);
    try {
      return await applyOnce(database, migration, within, Math.min(most, MOST_STATEMENT_MS));
    } catch (error) {
      if (!wasBusy(error)) throw error;
      tooSlow += Number(wasTooSlow(error));
      if (performance.now() > until) throw await gaveUp(database, migration, patience, error as Error);
      await sleep(Math.min(patience.pauseMs * tries, patience.mostPauseMs));
    }
  }
}

/** False if another node was quicker. */
async function applyOnce(
  database: Database,
  { sql, manner }: Migration,
  { begin, end }: Within,
  mostMs: number,
): Promise<boolean> {
  return transaction(database, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    if (!(await begin(client))) return false;
    if (manner === 'alone') await applyAlone(database, sql);
    else {
      const most = manner === 'quick' ? mostMs : 0;
      await waitBriefly(client);
      await client.query(`SET LOCAL statement_timeout = ${most}`);
      await client.query(patiently(sql));
    }
    await end(client);
    return true;
  });
}

/** On a connection of its own, as the other one holds what keeps further nodes out. */
async function applyAlone(database: Database, sql: string): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(patiently(sql));
  } finally {
    client.release(true);
  }
}

interface OldTransaction {
  readonly pid: number;
  readonly who: string;
  readonly since_s: number;
}

async function gaveUp(
  client: Queryable,
  { name }: Migration,
  { forMs }: MigrationPatience,
  cause: Error,
): Promise<StartupError> {
  const { rows } = await client.query<OldTransaction>(
    `SELECT pid, coalesce(nullif(application_name, ''), usename, backend_type) AS who, extract(epoch FROM now() - xact_start)::int AS since_s
       FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '1 second'
      ORDER BY xact_start LIMIT 3`,
  );
  const seen = rows.map(({ pid, who, since_s }) => `${who} (process ${pid}) for ${since_s} s`);
  const told =
    seen.length === 0
      ? 'No transaction is seen that lasts; the server may be too busy'
      : `Transactions under way: ${seen.join(', ')}. Let them end, or end one with SELECT pg_terminate_backend(PROCESS)`;
  return new StartupError(
    `${name} was tried for ${Math.round(forMs / 1000)} s and always given up, so that nobody waits behind it (${cause.message}). ` +
      `${told}. Then start again: what was applied before it stays, and the store is as it was otherwise.`,
  );
}
