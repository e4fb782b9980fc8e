import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { isAlive, sweep } from '../embedded/make-folder.ts';

/** Processes of other machines, which may write to the same folder, have numbers of their own. */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const OURS = new RegExp(`\\.making-(\\d+)-${HERE}$`);
const CLOSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** What killed makers of other names have left: names have dates in them, and nobody makes the same one again. It is in the clear. */
async function sweepBeside(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = OURS.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function inWords(error: NodeJS.ErrnoException, folder: string): Error {
  if (!CLOSED.has(error.code ?? '')) return error;
  return new StartupError(
    `${folder} is no folder that can be read and written to here (${error.code}). Name another place, or give this user the right to it.`,
    { cause: error },
  );
}

/**
 * Gives work a folder under another name than the final one, and removes it however that ends, unless it was renamed: what
 * is half made never has the final name. What killed makers left behind goes too.
 */
export async function withDraft<T>(target: string, work: (draft: string) => Promise<T>): Promise<T> {
  const beside = dirname(target);
  const draft = `${target}.making-${process.pid}-${HERE}`;
  try {
    mkdirSync(beside, { recursive: true });
    await sweep(target);
    await sweepBeside(beside);
    await mkdir(draft, { mode: 0o711 });
  } catch (error) {
    throw inWords(error as NodeJS.ErrnoException, beside);
  }
  try {
    // Open to the server's user, whatever our umask is.
    await chmod(draft, 0o711);
    return await work(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

export function refuseThere(folder: string): void {
  if (existsSync(folder)) throw new StartupError(`${folder} is there already. Name a folder that is not.`);
}
