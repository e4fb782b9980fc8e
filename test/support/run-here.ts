import { format } from 'node:util';
import type { Ended } from './service.ts';

/** What may be written to while a command runs, as its terminal. */
type Write = typeof process.stdout.write;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of the command line to its end as `runCommand` does, but in this process: to start one takes longer than
 * what most commands do. Not for what reads from standard input, serves, or is about the process itself.
 */
export function runHere(args: string[], env: Record<string, string>): Promise<Ended> {
  // One after another: what they print is caught where all of them print.
  const ended = last.then(() => caught(() => typed(args, { ...process.env, ...env })));
  last = ended.catch(() => {});
  return ended;
}

/** As `main.ts` has it. */
async function typed(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  // Loaded by the first who runs one: it is most of the service.
  const { COMMANDS } = await import('../../packages/service/src/cli/commands.ts');
  const { findCommand } = await import('../../packages/service/src/cli/find-command.ts');
  const { UsageError, WrongArguments } = await import('../../packages/service/src/cli/command.ts');
  const { usageOf } = await import('../../packages/service/src/cli/help.ts');
  const { withSecrets } = await import('../../packages/service/src/secrets/given-secret.ts');
  const { StartupError } = await import('../../packages/service/src/startup-error.ts');
  const { inWords } = await import('../../packages/service/src/store/not-allowed.ts');
  const { command } = findCommand(COMMANDS, args);
  if (command === null) throw new Error(`there is no command ${args.join(' ')}`);
  try {
    await command.run(args.slice(command.name.split(' ').length), withSecrets(env));
  } catch (thrown) {
    const error = inWords(thrown);
    const isExpected = error instanceof StartupError || error instanceof UsageError;
    const usage = error instanceof WrongArguments ? ` Usage: ${usageOf(command)}` : '';
    console.error(isExpected ? `${(error as Error).message}${usage}` : error);
    process.exitCode = error instanceof StartupError ? error.exitCode : 1;
  }
}

/** What it prints, wherever to, and the exit code that it sets. */
async function caught(work: () => Promise<void>): Promise<Ended> {
  const { log, error } = console;
  const { stdout, stderr } = process;
  const [toOut, toError] = [stdout.write, stderr.write];
  const { exitCode } = process;
  let output = '';
  const write = ((text: string | Uint8Array, ...more: unknown[]) => {
    output += typeof text === 'string' ? text : Buffer.from(text).toString();
    const done = more.find((each) => typeof each === 'function') as (() => void) | undefined;
    done?.();
    return true;
  }) as Write;
  const print = (...words: unknown[]) => write(`${format(...words)}\n`);
  process.exitCode = undefined;
  Object.assign(console, { log: print, error: print });
  Object.assign(stdout, { write });
  Object.assign(stderr, { write });
  try {
    await work();
    return { code: Number(process.exitCode ?? 0), output };
  } finally {
    Object.assign(console, { log, error });
    Object.assign(stdout, { write: toOut });
    Object.assign(stderr, { write: toError });
    process.exitCode = exitCode;
  }
}
