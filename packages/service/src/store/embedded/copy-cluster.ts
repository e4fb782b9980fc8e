import { chown, copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot, type ServerUser } from './server-user.ts';

/** What PostgreSQL makes anew, and what would only mislead the server that is started on the copy. */
const CONTENTS_LEFT_OUT = new Set([
  ...[
    'pg_wal',
    'pg_replslot',
    'pg_dynshmem',
    'pg_notify',
    'pg_serial',
    'pg_snapshots',
    'pg_stat_tmp',
    'pg_subtrans',
  ],
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|t\d+_\d+.*)$/;

/** Copies a cluster that a server may be writing to. Files that vanish meanwhile are not needed; the log has the rest. */
export async function copyCluster(
  from: string,
  to: string,
  user: ServerUser,
  copied: (bytes: number) => void,
  isWhole = false,
): Promise<void> {
  await makeOwn(to, user);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (!isWhole && CONTENTS_LEFT_OUT.has(entry.name)) await makeOwn(target, user);
      else await copyCluster(source, target, user, copied, isWhole);
    } else if (entry.isFile()) {
      const bytes = await copyDurably(source, target, user).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return 0;
        throw error;
      });
      copied(bytes);
    }
  }
}

/** Copies a file so that it survives a power cut; returns how long it is. */
export async function copyDurably(source: string, target: string, user: ServerUser): Promise<number> {
  await copyFile(source, target);
  const file = await open(target, 'r+');
  try {
    if (isRoot()) await file.chown(user.uid, user.gid);
    await file.chmod(0o600);
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function makeOwn(folder: string, user: ServerUser): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (isRoot()) await chown(folder, user.uid, user.gid);
}
