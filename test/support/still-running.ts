import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Programs that tests have started and that have not ended yet. */
const running = new Set<ChildProcess>();

// A worker that is ended between two tests leaves nothing behind either.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Keeps in mind that a program runs, until it has ended. */
export function keepInMind(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
  // One that could not be started never ends.
  child.once('error', () => running.delete(child));
}

/** Ends what still runs, without warning; returns how many those were. */
export async function endAll(): Promise<number> {
  const left = [...running];
  const ended = left.map((child) => once(child, 'exit'));
  for (const child of left) child.kill('SIGKILL');
  await Promise.all(ended);
  return left.length;
}
