import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A secret from standard input: all of it from a pipe, or a line that a person types and that is not shown. */
export async function readHidden(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  // Only now: what is typed before would be shown.
  process.stderr.write(prompt);
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
