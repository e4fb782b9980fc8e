import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../embedded/make-folder.ts';
import { copyDurably } from './copy-cluster.ts';
import { LABEL } from './label.ts';
import { UNSEEN, type Under } from './progress.ts';

/** Of what stands beside the database in the data folder, what is not made anew by a start. */
const NOT_KEPT =
  /^(postgres|postgres-log|run|postgres-\d.*|log-archive|archive-log\.sh|log\.key|log-seal\.mjs|.*\.making-.*)$/;

/** Passphrase file, password, configuration: small files that stand beside the database, without which it is worth nothing. */
export async function copyPlainFiles(from: string, to: string, { signal }: Under): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isFile() || NOT_KEPT.test(entry.name) || entry.name === LABEL) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    await copyDurably(source, target, null, { progress: UNSEEN, signal });
    await chmod(target, (await stat(source)).mode & 0o777);
  }
  await syncFolder(to);
}

/** Removes what a server leaves behind that ran there once. */
export async function removeTraces(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (NOT_KEPT.test(name) && name !== 'postgres')
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
