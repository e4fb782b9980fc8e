import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { runHere } from './support/run-here.ts';
import { type RunningService, startService } from './support/service.ts';
import { IS_LONG } from './support/volume.ts';

const SUITE = fileURLToPath(new URL('./conformance/run.mjs', import.meta.url));
const SUITE_TIMEOUT_MS = 300_000;

/** What an order of this version cannot show yet, and what --fast leaves out. */
const ALWAYS_SKIPPED = [
  'it waits until a calc_id has expired, 30 s: left out by --fast',
  'no recent order of the account has an entry in input',
  'no recent order of the account has an entry in output',
  'no recent order of the account has an entry in refund',
];

interface SuiteRun {
  readonly code: number | null;
  readonly passed: number;
  /** Names of tests. */
  readonly failed: string[];
  readonly skipReasons: string[];
}

interface Report {
  readonly testResults: {
    readonly assertionResults: { readonly fullName: string; readonly status: string }[];
  }[];
}

describe('the conformance suite against ourselves', () => {
  let store: DeskStore;
  let service: RunningService;

  beforeAll(async () => {
    store = await createDeskStore();
    service = await startService(store.env);
  });

  afterAll(async () => {
    await service.stop();
    await store.drop();
  });

  async function command(...args: string[]): Promise<string> {
    const { code, output } = await runHere(args, store.env);
    expect(code, output).toBe(0);
    return output;
  }

  // What is otherwise in open mode: `test/attack/src/open-mode.ts`.
  it.runIf(IS_LONG)('passes in open mode', { timeout: SUITE_TIMEOUT_MS }, async () => {
    await command('refcode', 'create', 'OPEN');
    const run = await runSuite(store.folder, '--url', service.url, '--ref-code', 'OPEN');
    expect(run.failed).toEqual([]);
    expect(run.code).toBe(0);
    expect(run.passed).toBeGreaterThan(750);
    const open = ['no key was given: --key and --secret', 'the host is in open mode: it has no keys yet'];
    expect(run.skipReasons).toEqual([...ALWAYS_SKIPPED, ...open].sort());
  });

  it('passes with a key', { timeout: SUITE_TIMEOUT_MS }, async () => {
    const made = await command('key', 'create');
    await command('refcode', 'create', 'KEYED', '--account', 'main');
    // The suite would wait for its allowance to refill, as any client has to.
    await command('setting', 'set', 'rate_limit_per_minute', '100000000');
    await settled(service.url);
    const word = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(made)?.[1] as string;
    const credentials = ['--key', word('key'), '--secret', word('secret')];
    const run = await runSuite(store.folder, '--url', service.url, ...credentials, '--ref-code', 'KEYED');
    expect(run.failed).toEqual([]);
    expect(run.code).toBe(0);
    expect(run.passed).toBeGreaterThan(770);
    expect(run.skipReasons).toEqual([...ALWAYS_SKIPPED, 'the host has keys: it is not in open mode']);
  });

  it.runIf(IS_LONG)('fails against a host that does not speak the interface', async () => {
    const run = await runSuite(store.folder, '--url', `${service.url}/docs`, '--grep', 'the envelope');
    expect(run.code).toBe(1);
    expect(run.failed.length).toBeGreaterThan(run.passed);
  });
});

/** Runs the suite as its own process. */
async function runSuite(folder: string, ...args: string[]): Promise<SuiteRun> {
  const report = join(folder, 'conformance.json');
  const { VITEST: _, ...environment } = process.env;
  const child = spawn(process.execPath, [SUITE, ...args, '--fast', '--json', report], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...environment, NO_COLOR: '1' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  // The report has no reasons of skips; the printed tree has.
  const skips = output.matchAll(/^ *↓ .*\[([^\]]+)\]$/gm);
  return {
    code: code as number | null,
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    skipReasons: [...new Set([...skips].map(([, reason]) => reason as string))].sort(),
  };
}

/** Waits until the service has seen that there is a key now. */
async function settled(url: string): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${url}/openapi/order/list`);
    if (status === 401) return;
    await sleep(50);
  }
}
