import type { AuditEntry, Change } from '@swapdesk/contract';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';

/** Who acts, and how. */
export interface Actor {
  readonly name: string;
  readonly via: AuditEntry['via'];
  /** From where; empty on the command line. */
  readonly address: string;
}

/** What is done, on what. */
export interface Act {
  readonly act: string;
  readonly subject: string;
  readonly changes: readonly Change[];
}

/** Writes an act into the log, in the transaction that does it. */
export async function recordAct(client: Queryable, actor: Actor, act: Act, at: number): Promise<void> {
  await client.query(
    `INSERT INTO audit_entry (at, actor, via, address, act, subject, changes) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [at, actor.name, actor.via, actor.address, act.act, act.subject, JSON.stringify(act.changes)],
  );
}

/** What somebody did: what the log says of it, and what it came to. */
export interface Done<Result> extends Act {
  readonly result: Result;
}

/** Does something and writes down who did it, in one transaction: both, or neither. */
export async function audited<Result>(
  database: Database,
  actor: Actor,
  at: number,
  work: (client: Queryable) => Promise<Done<Result>>,
): Promise<Result> {
  return transaction(database, async (client) => {
    const { result, ...act } = await work(client);
    await recordAct(client, actor, act, at);
    return result;
  });
}

/** What something would come to, computed by the very work, of which nothing stays. */
export async function rehearsed<Result>(
  database: Database,
  work: (client: Queryable) => Promise<Done<Result>>,
): Promise<Result> {
  const done: Result[] = [];
  await transaction(database, async (client) => {
    done.push((await work(client)).result);
    throw new Rehearsed();
  }).catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error;
  });
  return done[0] as Result;
}

class Rehearsed extends Error {}

/** Which entries; what is left out does not matter. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly act?: string | undefined;
  readonly subject?: string | undefined;
  /** Only entries before this one. */
  readonly before?: number | undefined;
}

/** The newest entries first. */
export async function readAudit(
  client: Queryable,
  { actor, act, subject, before }: AuditFilter,
  most: number,
): Promise<AuditEntry[]> {
  const conditions: string[] = [];
  const values: unknown[] = [most];
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  add('actor =', actor);
  add('act =', act);
  add('subject =', subject);
  add('id <', before);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const { rows } = await client.query<AuditEntry>(
    `SELECT id, at, actor, via, address, act, subject, changes FROM audit_entry ${where} ORDER BY id DESC LIMIT $1`,
    values,
  );
  return rows;
}
