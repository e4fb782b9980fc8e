import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../embedded/make-folder.ts';
import { copyDurably } from './copy-cluster.ts';
import { LABEL } from './label.ts';
import { UNSEEN, type Under } from './progress.ts';
import { SEALED } from './sealed-backup.ts';

/** Of what stands beside the database in the data folder, what is not made anew by a start. */
const NOT_KEPT =
  /^(postgres|postgres-log|run|postgres-\d.*|log-archive|archive-log\.sh|log\.key|log-seal\.mjs|.*\.making-.*)$/;

/** Of other names these may be there: a backup, or a database by itself. None of them is a part of this one. */
const OF_OTHERS = ['PG_VERSION', 'postgres', LABEL, SEALED];
/** What people put there by hand, secrets and languages, is small. */
const MOST_BYTES = 32 * 1024 * 1024;
const BLOCK = 4096;
/** In each folder of a signing record. */
const SIGNED = 'signed.log';

/**
 * Passphrase file, password, configuration, secrets: what stands beside the database, without which it is worth nothing, in
 * folders too. A link is followed, as what it points to need not be there where the backup is put back. Returns what was left
 * out, each with why.
 */
export async function copyPlainFiles(from: string, to: string, { signal }: Under): Promise<string[]> {
  const leftOut: string[] = [];
  for (const { name } of await readdir(from, { withFileTypes: true })) {
    if (NOT_KEPT.test(name) || name === LABEL) continue;
    const source = join(from, name);
    const why = await whyNot(source);
    if (why === null) await copyTree(source, join(to, name), signal);
    else if (why !== 'nothing') leftOut.push(`${name} (${why})`);
  }
  await syncFolder(to);
  return leftOut.sort();
}

/** Null: it is copied. `nothing`: there is nothing to keep of it. */
async function whyNot(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return 'a link to nothing that can be read';
  if (found.isFile()) return null;
  // Sockets and pipes are made anew by whoever listens there.
  if (!found.isDirectory()) return 'nothing';
  const names = await readdir(path).catch(() => null);
  if (names === null) return 'a folder that may not be read';
  if (names.some((name) => OF_OTHERS.includes(name))) return 'a backup or a database of its own';
  // Beside a store of before, it would be taken for the present.
  const below = names.flatMap((name) => [join(path, SIGNED), join(path, name, SIGNED)]);
  if (below.some((each) => existsSync(each))) return 'a signing record';
  return (await sizeOf(path, MOST_BYTES)) > MOST_BYTES ? 'a folder of more than 32 MB' : null;
}

/** What is below a folder, or just more than is of interest: a link may lead in a circle. */
async function sizeOf(folder: string, most: number): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    bytes += (found?.isFile() ? found.size : 0) + BLOCK;
    if (found?.isDirectory()) bytes += await sizeOf(path, most - bytes);
    if (bytes > most) return bytes;
  }
  return bytes;
}

async function copyTree(source: string, target: string, signal: AbortSignal): Promise<void> {
  const found = await stat(source).catch(() => null);
  if (found?.isDirectory()) {
    await mkdir(target, { mode: 0o700 });
    for (const name of await readdir(source)) await copyTree(join(source, name), join(target, name), signal);
    await chmod(target, found.mode & 0o777);
    await syncFolder(target);
  } else if (found?.isFile()) {
    await copyDurably(source, target, null, { progress: UNSEEN, signal });
    await chmod(target, found.mode & 0o777);
  }
}

/** Removes what a server leaves behind that ran there once. */
export async function removeTraces(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (NOT_KEPT.test(name) && name !== 'postgres')
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
