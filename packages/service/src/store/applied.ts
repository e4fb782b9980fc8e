import { StartupError } from '../startup-error.ts';
import type { Queryable } from './database.ts';
import { numberOf } from './migrations.ts';

/** What the schema of a store has been through. */
export interface Applied {
  /** What every node on it has to know. */
  readonly bound: ReadonlySet<string>;
  /** What nodes of the version before may go on beside, though they do not know it. */
  readonly beside: ReadonlySet<string>;
}

/** The store has moved on beyond what this program bears. Whoever starts it again to try again only finds the same. */
export class StoreOutgrown extends StartupError {
  override readonly exitCode = 3;
}

export async function readApplied(client: Queryable): Promise<Applied> {
  const there = await client.query<{ all: boolean; some: boolean }>(
    `SELECT to_regclass('migration') IS NOT NULL AS all, to_regclass('migration_beside') IS NOT NULL AS some`,
  );
  const namesOf = async (table: string) =>
    new Set((await client.query<{ name: string }>(`SELECT name FROM ${table}`)).rows.map(({ name }) => name));
  const { all, some } = there.rows[0] as (typeof there.rows)[number];
  return {
    bound: all ? await namesOf('migration') : new Set(),
    beside: some ? await namesOf('migration_beside') : new Set(),
  };
}

/**
 * Why a program that knows these may not work on the store; null if it may. What it has to know and does not is of a newer
 * program. But one that would come before the last of ours is of a set that was written anew before the first release: such
 * a store is not brought up to date.
 */
export function whyNot({ bound }: Applied, known: readonly string[]): string | null {
  const [unknown] = [...bound].filter((name) => !known.includes(name)).sort();
  if (unknown === undefined) return null;
  return numberOf(unknown) <= numberOf(known.at(-1) as string)
    ? `The database was made by a Swapdesk from before the first release (it has ${unknown}), and cannot be brought up ` +
        'to date. Begin with an empty one, with `wallet import` if its wallet holds anything; nothing was changed.'
    : `The database was last used by a newer Swapdesk (it has ${unknown}), beside which this one cannot go on. Update this one, ` +
        'nothing was changed.';
}
