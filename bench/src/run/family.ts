import { readdirSync, readFileSync } from 'node:fs';
import { cpuUs } from './usage.ts';

/** The processes that one has started and that run. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

export function parentOf(pid: number): number | null {
  try {
    // After the name in brackets, which may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[1]);
  } catch {
    return null;
  }
}

/** Processor time that a process and those that it has started have used so far. */
export function familyCpuUs(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + (cpuUs(each) ?? 0), 0);
}
