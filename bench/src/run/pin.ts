import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import { childrenOf } from './family.ts';

const run = promisify(execFile);

/** Which processors the load has, and which everything else. */
export interface Split {
  readonly load: string;
  readonly rest: string;
}

/** The last processor for the load, all others for what is loaded; null where there is only one, or nothing to divide them with. */
export async function splitProcessors(): Promise<Split | null> {
  const last = cpus().length - 1;
  const hasTaskset = await run('taskset', ['--version']).then(
    () => true,
    () => false,
  );
  return last > 0 && hasTaskset ? { load: String(last), rest: last === 1 ? '0' : `0-${last - 1}` } : null;
}

/** Keeps a process with all its threads, and whatever it starts from now on, on these processors. */
export async function pin(pid: number, processors: string): Promise<void> {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)]);
}

/** The same with all that it has started so far. */
export async function pinFamily(pid: number, processors: string): Promise<void> {
  // It first: what it starts meanwhile is where it is.
  await pin(pid, processors);
  // One that has ended meanwhile needs no place.
  for (const child of childrenOf(pid)) await pin(child, processors).catch(() => {});
}

export const ALL_PROCESSORS = `0-${cpus().length - 1}`;
