import { existsSync, mkdirSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { sweep } from '../embedded/make-folder.ts';

/**
 * Gives work a folder under another name than the final one, and removes it however that ends, unless it was renamed: what
 * is half made never has the final name. What killed makers left behind goes too.
 */
export async function withDraft<T>(target: string, work: (draft: string) => Promise<T>): Promise<T> {
  mkdirSync(dirname(target), { recursive: true });
  await sweep(target);
  const draft = `${target}.making-${process.pid}`;
  try {
    await mkdir(draft, { mode: 0o711 });
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
