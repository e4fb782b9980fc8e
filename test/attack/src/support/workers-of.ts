import { execFileSync } from 'node:child_process';
import type { RunningService } from '../../../support/service.ts';

/** The workers of a service, by their process ids. */
export function workersOf({ process: { pid } }: RunningService): number[] {
  const found = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n');
  return found
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => parent === String(pid) && args.some((arg) => arg.endsWith('swapdesk.mjs')),
    )
    .map(([worker]) => Number(worker));
}
