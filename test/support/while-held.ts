import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Ends the program as soon as nobody holds the other end of this shell's input: even if we are killed. */
const WHILE_HELD =
  '"$@" & node=$!; read -r signal; test -n "$signal" || signal=TERM; kill -$signal $node; wait $node';

/** Starts a program that lives no longer than we do. */
export function spawnHeld(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): ChildProcess {
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  return spawn('sh', ['-c', WHILE_HELD, 'sh', program, ...args], { ...options, stdio: [...stdio] });
}

/** Ends such a program by a signal, and waits until it has ended. */
export async function endHeld(child: ChildProcess, signal: 'TERM' | 'KILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end(`${signal}\n`);
  await ended;
}
