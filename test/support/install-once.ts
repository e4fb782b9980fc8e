import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An install that takes longer was killed. */
const STALE_MS = 300_000;

/** Where it is written, last, which lockfile was installed in a folder. */
export const stampOf = (folder: string) => join(folder, 'node_modules', '.installed');

/**
 * Installs a package of its own if it is not there yet. Of several test files at once, one installs and the others wait.
 */
export async function installOnce(folder: string, install: () => Promise<void>): Promise<void> {
  const lock = join(folder, '.installing');
  while (!(await isInstalled(folder))) {
    if (!(await takeLock(lock))) {
      await sleep(250);
      continue;
    }
    try {
      if (!(await isInstalled(folder))) await install();
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
}

async function isInstalled(folder: string): Promise<boolean> {
  const [wanted, installed] = await Promise.all([
    readFile(join(folder, 'package-lock.json'), 'utf8'),
    readFile(stampOf(folder), 'utf8').catch(() => null),
  ]);
  return wanted === installed;
}

/** A folder is made by one only. */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const since = await stat(lock).catch(() => null);
    if (since !== null && Date.now() - since.mtimeMs > STALE_MS)
      await rm(lock, { recursive: true, force: true });
    return false;
  }
}
