import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The package of nodes and compilers: apart from the others, because it is large and only tests of chains need it. */
export const NODES = fileURLToPath(new URL('../nodes', import.meta.url));

const LOCK = join(NODES, '.installing');
/** Written last, with the lockfile that was installed. */
const INSTALLED = join(NODES, 'node_modules', '.installed');
/** An install that takes longer was killed. */
const STALE_MS = 300_000;

/** Installs the package if it is not there yet. Of several test files at once, one installs and the others wait. */
export async function installNodes(): Promise<void> {
  while (!(await isInstalled())) {
    if (!(await takeLock())) {
      await sleep(250);
      continue;
    }
    try {
      if (!(await isInstalled())) await install();
    } finally {
      await rm(LOCK, { recursive: true, force: true });
    }
  }
}

async function install(): Promise<void> {
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: NODES });
  await writeFile(INSTALLED, await readFile(join(NODES, 'package-lock.json')));
}

async function isInstalled(): Promise<boolean> {
  const [wanted, installed] = await Promise.all([
    readFile(join(NODES, 'package-lock.json'), 'utf8'),
    readFile(INSTALLED, 'utf8').catch(() => null),
  ]);
  return wanted === installed;
}

/** A folder is made by one only. */
async function takeLock(): Promise<boolean> {
  try {
    await mkdir(LOCK);
    return true;
  } catch {
    const since = await stat(LOCK).catch(() => null);
    if (since !== null && Date.now() - since.mtimeMs > STALE_MS)
      await rm(LOCK, { recursive: true, force: true });
    return false;
  }
}
