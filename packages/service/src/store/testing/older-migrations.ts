import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../package-folder.ts';

const OURS = join(PACKAGE_FOLDER, 'migrations');

/** A folder with our migrations before that number: a store made by them is one of an older version. */
export function migrationsBefore(number: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'swapdesk-migrations-'));
  for (const name of readdirSync(OURS)) if (name < number) copyFileSync(join(OURS, name), join(folder, name));
  return folder;
}
