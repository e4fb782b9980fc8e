import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const READY_MS = 60_000;

/** A program that has been started and serves. */
export interface Running {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a Node program and waits until it has printed its URL. */
export async function startProgram(
  args: string[],
  env: Record<string, string>,
  url: RegExp,
): Promise<Running> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  try {
    return { pid: child.pid as number, url: await printed(child, url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first group of the pattern in what the child prints. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`not up after ${READY_MS / 1000} s: ${text}`)), READY_MS);
    child.once('exit', (code) => reject(new Error(`ended with code ${code}: ${text}`)));
    child.once('error', reject);
    child.stdout?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4096);
      const found = pattern.exec(text)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}
