import type { Queryable } from './database.ts';

/** How a server hands on what it commits. */
export interface Replication {
  /** Servers that follow this one now. */
  readonly standbys: number;
  /** Which of them a commit waits for, as the server is told; empty: for none. */
  readonly waitsFor: string;
  /** How far it waits. */
  readonly commit: string;
}

/** Reads it as this connection has it. What copies a server or archives its log is not one that could be promoted. */
export async function readReplication(client: Queryable): Promise<Replication> {
  const { rows } = await client.query<Replication>({
    name: 'read-replication',
    text: `
      SELECT (SELECT count(*) FROM pg_stat_replication
               WHERE application_name NOT IN ('pg_basebackup', 'pg_receivewal')) AS standbys,
             current_setting('synchronous_standby_names') AS "waitsFor",
             current_setting('synchronous_commit') AS commit`,
  });
  return rows[0] as Replication;
}

/** Waits until a standby has it on disk, or more. */
const DURABLE: ReadonlySet<string> = new Set(['on', 'remote_apply']);

/**
 * Why a standby that is promoted could lack what was acknowledged; null if none could, or if there is none. A store that has
 * lost orders, deposits or payments behaves as a restored one: the desk is held until chains and records are compared.
 */
export function whyLossy({ standbys, waitsFor, commit }: Replication): string | null {
  if (waitsFor !== '' && !DURABLE.has(commit))
    return `commits are acknowledged before a standby has them on disk: synchronous_commit is ${commit}`;
  if (waitsFor === '' && standbys > 0)
    return `${standbys} ${standbys === 1 ? 'standby follows' : 'standbys follow'}, but no commit waits for one: synchronous_standby_names is empty`;
  return null;
}
