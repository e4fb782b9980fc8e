import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** True if a process with this uid and gid can reach the folder. What does not exist yet counts as open. */
export function canEnter(dir: string, uid: number, gid: number): boolean {
  return closedFolder(dir, uid, gid) === undefined;
}

/** The first folder on the way to `path` which that uid and gid cannot enter. */
export function closedFolder(path: string, uid: number, gid: number): string | undefined {
  if (uid === 0) return undefined;
  // Both ways count: the path as it is written, and where its symbolic links lead.
  for (const step of [...stepsTo(resolve(path)), ...stepsTo(realPathOf(resolve(path)))]) {
    const stats = statSync(step, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    const bit = stats.uid === uid ? 0o100 : stats.gid === gid ? 0o010 : 0o001;
    if ((stats.mode & bit) === 0) return step;
  }
  return undefined;
}

/** The real path of the deepest part that exists. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return path;
    return realPathOf(dirname(path));
  }
}

function stepsTo(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...stepsTo(parent), path];
}
