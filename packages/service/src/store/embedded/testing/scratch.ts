import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProcess } from '../processes.ts';

const made: string[] = [];

/** A folder for one test, open to every user. */
export function scratchFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'emb-'));
  chmodSync(dir, 0o755);
  made.push(dir);
  return dir;
}

/** Ends the servers that a test left in its folders, and removes the folders. */
export async function cleanUp(): Promise<void> {
  for (const dir of made.splice(0)) {
    const pid = serverPid(join(dir, 'data'));
    if (pid !== undefined && isServer(pid)) {
      process.kill(pid, 'SIGQUIT');
      await until(() => !isServer(pid));
    }
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The number in postmaster.pid. */
export function serverPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

export const isServer = (pid: number): boolean => findProcess(pid)?.command.includes('postgres') ?? false;

/** For what the system announces by no event: that a process or a file has come or gone. */
export async function until(condition: () => boolean, limitMs = 15_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`not within ${limitMs} ms: ${condition}`);
    await delay(5);
  }
}

/** True where a test may mount and make namespaces: as root, outside of most containers. */
export function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
