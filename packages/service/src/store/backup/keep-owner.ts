import { type Stats, statSync } from 'node:fs';
import { chown, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot } from '../embedded/server-user.ts';

/**
 * Gives what root has made to whoever has what it is put in the place of: a desk that its own user runs could not read it
 * otherwise. Where root runs the desk, only the database is somebody else's, and stays so.
 */
export async function keepOwner(draft: string, dataDir: string): Promise<void> {
  if (!isRoot()) return;
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined) return;
  if (folder.uid !== 0) return giveTo(draft, folder);
  const cluster = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false });
  if (cluster !== undefined && cluster.uid !== 0) await giveTo(join(draft, 'postgres'), cluster);
}

async function giveTo(folder: string, owner: Stats): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(path, owner);
    else await lchown(path, owner.uid, owner.gid);
  }
  await chown(folder, owner.uid, owner.gid);
}
