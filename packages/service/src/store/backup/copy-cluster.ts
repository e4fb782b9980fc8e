import { chown, type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot, type ServerUser } from '../embedded/server-user.ts';
import { withEach } from './at-once.ts';
import type { Under } from './progress.ts';

/** What PostgreSQL makes anew, and what would only mislead the server that is started on the copy. */
const CONTENTS_LEFT_OUT = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|t\d+_\d+.*)$/;
const PIECE = 256 * 1024;
/** What a file takes up on most disks, whatever it holds. */
const BLOCK = 4096;

/** Which part of a cluster is copied: all of one that nobody writes to, or what is needed of one that a server may write to. */
export type ClusterPart = 'whole' | 'running';

/** Copies a cluster. Files that vanish meanwhile are not needed; the log has the rest. */
export async function copyCluster(
  from: string,
  to: string,
  user: ServerUser,
  part: ClusterPart,
  under: Under,
): Promise<void> {
  await withEach(filesOf(from, to, user, part), async ([source, target]) => {
    await copyDurably(source, target, user, under).catch(ifGone);
  });
}

/** Each file with where it goes, when the folder for it is there. */
async function* filesOf(
  from: string,
  to: string,
  user: ServerUser,
  part: ClusterPart,
): AsyncGenerator<readonly [source: string, target: string]> {
  await makeOwn(to, user);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isFile()) yield [source, target];
    if (!entry.isDirectory()) continue;
    if (part === 'running' && CONTENTS_LEFT_OUT.has(entry.name)) await makeOwn(target, user);
    else yield* filesOf(source, target, user, part);
  }
}

/** What a copy of it takes up on a disk. */
export async function sizeOfCluster(from: string, part: ClusterPart): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const path = join(from, entry.name);
    if (entry.isDirectory()) {
      bytes += BLOCK;
      if (part === 'whole' || !CONTENTS_LEFT_OUT.has(entry.name)) bytes += await sizeOfCluster(path, part);
    } else if (entry.isFile()) {
      const { size } = (await stat(path).catch(ifGone)) ?? { size: 0 };
      bytes += Math.ceil(size / BLOCK) * BLOCK;
    }
  }
  return bytes;
}

/** Copies a file so that it survives a power cut; it is the server's, or ours, without a user. */
export async function copyDurably(
  source: string,
  target: string,
  user: ServerUser | null,
  { progress, signal }: Under,
): Promise<void> {
  const from = await open(source, 'r');
  try {
    await writeOwned(target, user, async (to) => {
      const piece = Buffer.allocUnsafe(PIECE);
      for (;;) {
        signal.throwIfAborted();
        const { bytesRead } = await from.read(piece, 0, PIECE);
        if (bytesRead === 0) return to.sync();
        await to.writeFile(piece.subarray(0, bytesRead));
        progress.add(bytesRead);
      }
    });
  } finally {
    await from.close();
  }
}

/** Writes a new file that is the server's alone; or ours, without a user. */
export async function writeOwned(
  target: string,
  user: ServerUser | null,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(target, 'wx', 0o600);
  try {
    if (isRoot() && user !== null) await file.chown(user.uid, user.gid);
    await write(file);
  } finally {
    await file.close();
  }
}

/** Makes a folder that is the server's alone. */
export async function makeOwn(folder: string, user: ServerUser): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (isRoot()) await chown(folder, user.uid, user.gid);
}

function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
