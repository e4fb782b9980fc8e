import { createInterface } from 'node:readline';
import { UsageError } from './command.ts';
import type { Page } from './word-ceremony.ts';

/** A screen apart from the one with all that was said before: when it is left, nothing of it can be scrolled back to. */
const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[2J\x1b[H\x1b[?1049l';
const CLEAR = '\x1b[2J\x1b[H';
const INTERRUPTED = 130;

function isScreenHere(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** What must not be seen is not written where it may be kept: into a file, or the log of a service. */
export function refuseNoTerminal(isPiped: boolean): void {
  if (isPiped || isScreenHere()) return;
  throw new UsageError(
    'The words are shown on a terminal only, and this is none. Where a program is to read and answer them: --pipe',
  );
}

/** A page on the terminal for what must be seen by a person alone, or one through pipes, for a program that asked for it. */
export function openPage(isPiped: boolean): Page & { close(): void } {
  const isScreen = isScreenHere() && !isPiped;
  const write = (text: string) => void process.stdout.write(text);
  const lines = createInterface({ input: process.stdin, ...(isScreen && { output: process.stdout }) });
  const typed = lines[Symbol.asyncIterator]();
  const close = () => {
    lines.close();
    if (isScreen) write(LEAVE);
  };
  // However it ends, the words do not stay on the screen.
  const end = () => {
    close();
    process.exit(INTERRUPTED);
  };
  lines.once('SIGINT', end);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  if (isScreen) write(ENTER);
  return {
    close,
    show: (text) => write(isScreen ? CLEAR + text : text),
    async ask(prompt) {
      lines.setPrompt(isScreen ? prompt : '');
      if (!isScreen) write(`${prompt}\n`);
      lines.prompt();
      const { value, done } = await typed.next();
      if (done) throw new UsageError('Not confirmed: nobody answered.');
      return value;
    },
  };
}
