import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process ids of the PostgreSQL that serves a data folder: the postmaster first, then its children. */
export function postgresOf(dataDir: string): number[] {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [postmaster, ...pids.map(Number).filter((pid) => parentOf(pid) === postmaster)];
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

/** Processes that run on this data folder, whoever started them. */
export function usersOf(dataDir: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir);
    } catch {
      return false;
    }
  });
}

/** Ends a process without warning; one that has ended already is as good. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
