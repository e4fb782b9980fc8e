import { readFileSync } from 'node:fs';

/** What Linux counts processor time in: 100 ticks a second everywhere. */
const TICK_US = 10_000;

/** Processor time that a process has used so far; null where /proc does not tell. */
export function cpuUs(pid: number): number | null {
  try {
    // After the name in brackets, which may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_US;
  } catch {
    return null;
  }
}

/** Resident memory of a process; null where /proc does not tell. */
export function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

export function residentMegabytes(pid: number): number {
  const bytes = residentBytes(pid);
  if (bytes === null) throw new Error('this system does not tell how much memory a process holds');
  return Math.round(bytes / 2 ** 20);
}
