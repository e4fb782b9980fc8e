import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { knownMigrations, numberOf } from './migrations.ts';

/** What this program is. */
export interface ProgramVersion {
  readonly version: string;
  /** The number of the last migration that it knows. */
  readonly knows: number;
}

let known: Promise<ProgramVersion> | null = null;

/** As it was when it was first asked: its files may be replaced while it runs. */
export function programVersion(): Promise<ProgramVersion> {
  known ??= read();
  return known;
}

async function read(): Promise<ProgramVersion> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { version, knows: numberOf((await knownMigrations()).at(-1) as string) };
}
