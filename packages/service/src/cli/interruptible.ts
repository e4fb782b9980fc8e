import { StartupError } from '../startup-error.ts';
import type { Under } from '../store/backup/progress.ts';
import { progressLine } from './progress-line.ts';

/** One Ctrl-C comes twice where npm passes it on beside the terminal. */
const SAME_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

/** Does long work with a line of progress. Ctrl-C calls it off, and it cleans up; a second one, later, does not wait for that. */
export async function interruptible<T>(words: string, work: (under: Under) => Promise<T>): Promise<T> {
  const calledOff = new AbortController();
  let since = 0;
  const onSignal = () => {
    if (calledOff.signal.aborted && performance.now() - since > SAME_MS) process.exit(INTERRUPTED);
    if (calledOff.signal.aborted) return;
    since = performance.now();
    console.log('\nInterrupted, removing what was made so far…');
    calledOff.abort(new StartupError(words));
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await work({ progress: progressLine(process.stdout), signal: calledOff.signal });
  } catch (error) {
    // What went wrong does not stand behind the line of progress.
    if (process.stdout.isTTY) process.stdout.write('\n');
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}
