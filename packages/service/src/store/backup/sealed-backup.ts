import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../embedded/make-folder.ts';
import { serverUser } from '../embedded/server-user.ts';
import { withEach } from './at-once.ts';
import { makeOwn, writeOwned } from './copy-cluster.ts';
import { packTree, type Unpacked, unpackTree } from './pack.ts';
import type { Under } from './progress.ts';
import type { BackupSeal } from './seal.ts';
import { readSealed, writeSealed } from './sealed-file.ts';

/** The one file of a sealed backup, in its folder. */
export const SEALED = 'backup.sealed';
/** What of a backup is the server's. */
const CLUSTER = /^postgres(\/|$)/;

/** The sealed file that a backup is, or that is in its folder; null: it is not sealed. */
export async function findSealed(from: string): Promise<string | null> {
  for (const path of [join(from, SEALED), from])
    if ((await stat(path).catch(() => null))?.isFile()) return path;
  return null;
}

/** Seals a whole folder into a file, and reads that back once. */
export async function sealFolder(
  folder: string,
  path: string,
  seal: BackupSeal,
  under: Under,
): Promise<void> {
  const { progress, signal } = under;
  await writeSealed(path, seal, (write) =>
    packTree(folder, async (bytes) => {
      signal.throwIfAborted();
      await write(bytes);
      progress.add(bytes.length);
    }),
  );
  progress.begin('Reading the sealed file', (await stat(path)).size);
  await unpackTree(readSealed(path, seal, under), NOWHERE);
}

/** Puts what was sealed into a folder. All of it has been seen to be whole when this returns. */
export async function unsealInto(draft: string, path: string, seal: BackupSeal, under: Under): Promise<void> {
  const user = serverUser();
  await unpackTree(readSealed(path, seal, under), {
    async folder(name) {
      if (CLUSTER.test(name)) await makeOwn(join(draft, name), user);
      else await mkdir(join(draft, name), { mode: 0o700 });
    },
    async file(name, mode, content) {
      const target = join(draft, name);
      const owner = CLUSTER.test(name) ? user : null;
      await writeOwned(target, owner, async (file) => {
        for await (const piece of content) await file.writeFile(piece);
      });
      if (owner === null) await chmod(target, mode);
    },
  });
  await withEach(filesBelow(draft), async (file) => {
    const handle = await open(file, 'r+');
    await handle.sync().finally(() => handle.close());
  });
  await syncFolder(dirname(draft));
}

const NOWHERE: Unpacked = {
  async folder() {},
  async file(_path, _mode, content) {
    for await (const _piece of content);
  },
};

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
