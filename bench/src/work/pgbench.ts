import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Measure, Window } from '../measure/rounds.ts';

const run = promisify(execFile);
/** As many as processors, like the expert would. */
const THREADS = 2;
/** Its time runs while it connects, which it does not count. */
const CONNECT_S = 1;
/** Orders that one client can place in a window without meeting the numbers of another. */
const ORDERS_PER_CLIENT = 1_000_000;
export const MOST_CLIENTS = 64;

export const HOW_TO_GET_PGBENCH =
  'pgbench is not on PATH, so placing is not compared. Debian and Ubuntu: apt install postgresql ' +
  '(it is in the server package); macOS: brew install postgresql.';

/** The version line of pgbench; null if there is none. */
export async function pgbenchVersion(): Promise<string | null> {
  return run('pgbench', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/** A side that is pgbench placing orders: its own clients, straight to the database. */
export function pgbenchSide(
  environment: Record<string, string>,
  windows: () => number,
  { connections, seconds }: { connections: number; seconds: number },
): Measure {
  return () => {
    const first = windows() * MOST_CLIENTS * ORDERS_PER_CLIENT;
    return pgbench(environment, 'place', [
      [`--client=${connections}`, `--time=${Math.ceil(seconds) + CONNECT_S}`],
      [`--define=first=${first}`, `--define=per_client=${ORDERS_PER_CLIENT}`],
    ]);
  };
}

/** Runs a script of ours, so many clients at a time; each counts from 1 in the variable n. */
export async function pgbench(
  environment: Record<string, string>,
  script: 'place' | 'settle',
  args: readonly string[][],
): Promise<Window> {
  const file = fileURLToPath(new URL(`../../pgbench/${script}.sql`, import.meta.url));
  const { stdout } = await run(
    'pgbench',
    [
      ['--no-vacuum', '--protocol=prepared', `--file=${file}`, `--jobs=${THREADS}`, '--define=n=0'],
      ...args,
    ].flat(),
    { env: { ...process.env, ...environment } },
  ).catch((error: { stderr?: string }) => {
    throw new Error(`pgbench failed: ${error.stderr?.slice(0, 1000)}`);
  });
  return {
    perSecond: figure(stdout, /^tps = ([\d.]+) \(without initial connection time\)/m),
    p50Ms: figure(stdout, /^latency average = ([\d.]+) ms/m),
    p99Ms: null,
    cpuUs: null,
  };
}

function figure(output: string, pattern: RegExp): number {
  const text = pattern.exec(output)?.[1];
  const failed = /^number of failed transactions: ([1-9]\d*)/m.exec(output)?.[1];
  if (text === undefined || failed !== undefined) throw new Error(`pgbench did not do its work:\n${output}`);
  return Number(text);
}
