import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  readonly pid: number;
  readonly uid: number;
  /** Empty if the process has ended and only its parent has not noticed. */
  readonly command: string;
}

const hasProc = existsSync('/proc/self/status');

export function findProcess(pid: number): RunningProcess | undefined {
  return hasProc ? fromProc(pid) : fromPs(['-p', String(pid)])[0];
}

export function allProcesses(): RunningProcess[] {
  if (!hasProc) return fromPs(['-ax']);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => fromProc(Number(pid))).filter((found) => found !== undefined);
}

function fromProc(pid: number): RunningProcess | undefined {
  try {
    const uid = /^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, uid: Number(uid), command };
  } catch {
    return undefined;
  }
}

function fromPs(selection: string[]): RunningProcess[] {
  try {
    const table = execFileSync('ps', ['-ww', '-o', 'pid=,uid=,command=', ...selection], { encoding: 'utf8' });
    return [...table.matchAll(/^\s*(\d+)\s+(-?\d+)\s+(.*)$/gm)].map(([, pid, uid, command]) => ({
      pid: Number(pid),
      uid: Number(uid) >>> 0,
      command: command === '(postgres)' ? '' : command!.trim(),
    }));
  } catch {
    return [];
  }
}
