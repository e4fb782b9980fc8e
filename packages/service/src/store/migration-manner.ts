/**
 * How a migration is applied to a store that is in use:
 * - quick: in one transaction, with next to no time for what it waits for and for what it does;
 * - patient: in one transaction that may take as long as it likes, as it stops neither readers nor writers;
 * - alone: outside of any transaction, as PostgreSQL builds an index beside readers and writers only so.
 */
export type MigrationManner = 'quick' | 'patient' | 'alone';

/** What a migration says of itself, on a line of its own. */
const SAID: readonly [MigrationManner, RegExp][] = [
  ['patient', /^-- Takes its time: /m],
  ['alone', /^-- Outside of any transaction: /m],
];

export function mannerOf(sql: string): MigrationManner {
  return SAID.find(([, line]) => line.test(sql))?.[0] ?? 'quick';
}

/** A migration for a store that nobody uses yet, all of which is made in one transaction. */
export function forNewStore({
  sql,
  manner,
}: {
  readonly sql: string;
  readonly manner: MigrationManner;
}): string {
  return manner === 'alone' ? sql.replace(/\bCONCURRENTLY\b/g, '') : sql;
}
