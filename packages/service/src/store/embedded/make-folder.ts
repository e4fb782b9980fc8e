import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRoot, type ServerUser } from './server-user.ts';

/**
 * Makes a folder that is either whole or absent, however often we are killed and however many of us try:
 * it is filled under a temporary name and then renamed.
 */
export async function makeFolder(
  target: string,
  options: { mode: number; owner?: ServerUser },
  fill: (dir: string) => Promise<void>,
): Promise<void> {
  if (existsSync(target)) return;
  await sweep(target);
  const draft = `${target}.making-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(draft, { mode: options.mode });
    if (options.owner && isRoot()) await chown(draft, options.owner.uid, options.owner.gid);
    await fill(draft);
    await rename(draft, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    await syncFolder(dirname(target));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Removes what makers of this folder that have died left behind. */
export async function sweep(target: string): Promise<void> {
  const prefix = `${basename(target)}.making-`;
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    // A child of the dead maker may still be writing there: then the next start removes it.
    await rm(join(dirname(target), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Whether a process of this machine has that number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
