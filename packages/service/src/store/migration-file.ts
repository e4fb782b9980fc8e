import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * How a migration is applied to a store that is in use:
 * - quick: in one transaction, with next to no time for what it waits for and for what it does;
 * - patient: in one transaction that may take as long as it likes, as it stops neither readers nor writers;
 * - alone: outside of any transaction, as PostgreSQL builds an index beside readers and writers only so.
 */
export type MigrationManner = 'quick' | 'patient' | 'alone';

export interface MigrationFile {
  readonly name: string;
  readonly text: string;
  readonly manner: MigrationManner;
}

/** What a migration says of itself, on a line of its own. */
const SAID: readonly [MigrationManner, RegExp][] = [
  ['patient', /^-- Takes its time: /m],
  ['alone', /^-- Outside of any transaction: /m],
];

export function mannerOf(text: string): MigrationManner {
  return SAID.find(([, line]) => line.test(text))?.[0] ?? 'quick';
}

/** All migrations of a folder, in their order. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, manner: mannerOf(text) };
    }),
  );
}

/** The same for a store that nobody uses yet, all of which is made in one transaction. */
export function forNewStore({ text, manner }: MigrationFile): string {
  return manner === 'alone' ? text.replace(/\bCONCURRENTLY\b/g, '') : text;
}
