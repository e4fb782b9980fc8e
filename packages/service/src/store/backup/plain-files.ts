import { chmod, copyFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LABEL } from './label.ts';

/** Of what stands beside the database in the data folder, what is not made anew by a start. */
const NOT_KEPT = /^(postgres|postgres-log|run|postgres-\d.*|log-archive|archive-log\.sh|.*\.making-.*)$/;

/** Passphrase file, password, configuration: small files that stand beside the database. */
export async function copyPlainFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isFile() || NOT_KEPT.test(entry.name) || entry.name === LABEL) continue;
    await copyFile(join(from, entry.name), join(to, entry.name));
    await chmod(join(to, entry.name), (await stat(join(from, entry.name))).mode & 0o777);
  }
}

/** Removes what a server leaves behind that ran there once. */
export async function removeTraces(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (NOT_KEPT.test(name) && name !== 'postgres')
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
