import { setTimeout as delay } from 'node:timers/promises';
import { allProcesses } from './processes.ts';
import { clusterName } from './settings.ts';
import type { Site } from './site.ts';

const politeMs = 1_000;
const limitMs = 10_000;
const pollMs = 20;

/**
 * Ends the children of a server that was itself killed: they hold its shared memory, and without it they can
 * do nothing useful. True if none is left.
 */
export async function endLeftovers(site: Site): Promise<boolean> {
  const started = Date.now();
  while (Date.now() - started < limitMs) {
    const pids = leftovers(site);
    if (pids.length === 0) return true;
    const signal = Date.now() - started < politeMs ? 'SIGQUIT' : 'SIGKILL';
    for (const pid of pids) end(pid, signal);
    await delay(pollMs);
  }
  return false;
}

function leftovers(site: Site): number[] {
  const title = `postgres: ${clusterName(site.cluster)}: `;
  return allProcesses()
    .filter(({ uid, command }) => uid === site.user.uid && command.startsWith(title))
    .map(({ pid }) => pid);
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
