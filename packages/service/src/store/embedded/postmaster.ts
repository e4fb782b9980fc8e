import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProcess, type RunningProcess } from './processes.ts';
import { port, type Site } from './site.ts';

/** What a running server says of itself in postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly sockets: string;
  readonly stopping: boolean;
}

const fastShutdownMs = 20_000;
const immediateShutdownMs = 15_000;
const emptyFileMs = 5_000;
const pollMs = 20;
/** Above what any system hands out. */
const noSuchPid = 2_147_483_646;

const pidFile = (site: Site): string => join(site.cluster, 'postmaster.pid');

/** The living server of this cluster, if there is one. */
export function findPostmaster(site: Site): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(site), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!isPostmaster(site, pid)) return undefined;
  return { pid, sockets: lines[4] || site.sockets, stopping: lines[7]?.trim() === 'stopping' };
}

function isPostmaster(site: Site, pid: number): boolean {
  const found = pid > 0 ? findProcess(pid) : undefined;
  return found !== undefined && found.uid === site.user.uid && servesCluster(found, site.cluster);
}

/** Errs on the side of yes: a postgres whose folder we cannot tell might be one that was started by hand. */
function servesCluster({ command }: RunningProcess, cluster: string): boolean {
  // `postgres: …` is how the children of a server are titled.
  if (!/(?:^|\/)postgres(?:\s|$)/.test(command) || command.startsWith('postgres: ')) return false;
  if (!command.includes(' -D ') || `${command} `.includes(` -D ${cluster} `)) return true;
  try {
    return realpathSync(/ -D (\S+)/.exec(command)![1]!) === cluster;
  } catch {
    return false;
  }
}

/**
 * After a crash the number in postmaster.pid, or in the lock beside the socket, may belong to a stranger or to a dead
 * process that its parent has not noticed yet, or nobody may have written one; PostgreSQL then refuses to start. We replace the number and leave the file, because PostgreSQL reads in it
 * which shared memory to check for survivors. Writing through the open file spares the one of a server
 * that starts in the same moment: that is a new file.
 */
export function disownStaleLocks(site: Site): void {
  disown(site, pidFile(site));
  disown(site, join(site.sockets, `.s.PGSQL.${port}.lock`));
}

function disown(site: Site, lockFile: string): void {
  let fd: number;
  try {
    fd = openSync(lockFile, constants.O_RDWR | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    const { uid, size, mtimeMs } = fstatSync(fd);
    if (uid !== site.user.uid) return;
    if (size === 0) {
      if (Date.now() - mtimeMs > emptyFileMs) rmSync(lockFile, { force: true });
      return;
    }
    const [first, ...rest] = readFileSync(fd, 'utf8').split('\n');
    if (first === String(noSuchPid) || isPostmaster(site, Number(first))) return;
    if (findProcess(Number(first)) === undefined) return;
    writeSync(fd, [noSuchPid, ...rest].join('\n'), 0);
  } finally {
    closeSync(fd);
  }
}

/** Stops the server and waits until it is gone. */
export async function shutDown(site: Site, pid: number, fastMs = fastShutdownMs): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateShutdownMs],
  ] as const) {
    if (!isPostmaster(site, pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!isPostmaster(site, pid)) return;
      await delay(pollMs);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}
