import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keepInMind } from './still-running.ts';
import { volume } from './volume.ts';
import { whenReady } from './when-ready.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/service/bin/swapdesk.mjs', import.meta.url));
const END_WITH_PARENT = fileURLToPath(new URL('end-with-parent.cjs', import.meta.url));
const START_TIMEOUT_MS = volume(120_000, 300_000);

/** A real Swapdesk in a process of its own, as an operator runs it. */
export interface RunningService {
  readonly url: string;
  readonly process: ChildProcess;
  /** All that it has printed so far. */
  output(): string;
  /** Stops it as Ctrl-C does; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ends it without warning. */
  kill(): Promise<void>;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Starts the service on a free port and waits until it is up, and ready for whatever a test asks; an engine and a signer have no URL. Throws with its output if it ends instead. */
export async function startService(
  env: Record<string, string>,
  command = 'start',
  program = PROGRAM,
): Promise<RunningService> {
  const { child, output } = run(program, [command], { SWAPDESK_PORT: '0', ...env });
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      // Nobody else would end it.
      child.kill('SIGKILL');
      reject(new Error(`not up in time:\n${output()}`));
    }, START_TIMEOUT_MS);
    const look = () => {
      const match =
        /API +(?<api>http:\S+)\/openapi|console is up.*?: (?<console>http:\S+)\/console|(?:engine|signer) is up/.exec(
          output(),
        );
      if (match === null) return;
      clearTimeout(timer);
      resolve(match.groups?.api ?? match.groups?.console ?? '');
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}:\n${output()}`));
    });
  });
  const { SWAPDESK_DATABASE_URL: store } = env;
  if (store !== undefined && ['start', 'engine'].includes(command))
    await whenReady(store, () => child.exitCode !== null || child.signalCode !== null);
  return {
    url,
    process: child,
    output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill('SIGINT');
      const [code] = await once(child, 'exit');
      return code as number | null;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Runs a command of the command line to its end. */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  program = PROGRAM,
): Promise<Ended> {
  const { child, output } = run(program, args, env);
  const [code] = await once(child, 'close');
  return { code: code as number | null, output: output() };
}

function run(
  program: string,
  args: string[],
  env: Record<string, string>,
): { child: ChildProcess; output: () => string } {
  let text = '';
  const child = spawn(process.execPath, ['--require', END_WITH_PARENT, program, ...args], {
    // One process, unless a test is about several: a suite that starts hundreds would take longer.
    env: { ...process.env, SWAPDESK_WORKERS: '1', ...env },
  });
  keepInMind(child);
  const collect = (chunk: Buffer) => {
    text += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { child, output: () => text };
}
