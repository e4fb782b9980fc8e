import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { type MigrationManner, mannerOf } from './migration-manner.ts';

const FOLDER = join(PACKAGE_FOLDER, 'migrations');
/** From this one on each says in its head who may go on beside it. */
const FIRST_THAT_SAYS = 31;
const BESIDE = /^-- beside: (\d{4}|none)$/m;

/** A step of the schema. */
export interface Migration {
  readonly name: string;
  readonly number: number;
  /**
   * Nodes that know all up to this number may go on beside it, though they do not know it. Its own number: nobody may who does not.
   */
  readonly beside: number;
  /** The sentence that it begins with. */
  readonly why: string;
  readonly sql: string;
  readonly manner: MigrationManner;
}

/** All that this program knows, in their order. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = await namesIn(folder);
  return Promise.all(
    names.map(async (name) => migrationOf(name, await readFile(join(folder, name), 'utf8'))),
  );
}

/** Their names alone. */
export function knownMigrations(): Promise<string[]> {
  return namesIn(FOLDER);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** The migration that a file is. Throws if it does not say who may go on beside it. */
export function migrationOf(name: string, sql: string): Migration {
  const number = numberOf(name);
  const said = BESIDE.exec(sql)?.[1];
  if (said === undefined && number >= FIRST_THAT_SAYS)
    throw new Error(
      `${name} does not say whether nodes of the version before may go on beside it: a line of its head is "-- beside: 0030", the last ` +
        'migration that they have to know, or "-- beside: none"',
    );
  const beside = said === undefined || said === 'none' ? number : Number.parseInt(said, 10);
  if (beside > number) throw new Error(`${name} cannot be borne by those alone who know more than it`);
  return { name, number, beside, why: whyOf(sql), sql, manner: mannerOf(sql) };
}

export function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}

/** What has to be known of these by whoever works on a store that has them all. */
export function boundOf(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map(({ beside }) => beside));
}

/** The comment that a file begins with, up to the end of its first sentence. */
function whyOf(sql: string): string {
  const lines = sql.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  const text = lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => !BESIDE.test(line))
    .map((line) => line.replace(/^--\s*/, ''))
    .join(' ');
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}
