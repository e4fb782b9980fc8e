import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packClient } from '../scripts/pack-client.mjs';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { findProgram } from './support/find-program.ts';
import { runHere } from './support/run-here.ts';
import { type RunningService, startService } from './support/service.ts';
import { IS_LONG } from './support/volume.ts';

/** What the reference shows, taken off the page and run as it stands, by whoever has a key. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
/** With whom others wait for their turn: each example is a program, or several. */
const AT_ONCE = 4;
const LONGEST_MS = 120_000;
/** How curl ends where it was told to leave a stream. */
const LEFT = 28;

interface Example {
  readonly operation: string;
  readonly code: string;
}

let project: string;
let store: DeskStore;
let service: RunningService;
let env: NodeJS.ProcessEnv;
let page: string;
beforeAll(async () => {
  await packClient();
  [project, store] = await Promise.all([mkdtemp(join(tmpdir(), 'swapdesk-reader-')), createDeskStore()]);
  const { output } = await runHere(['key', 'create', '--account', 'reader'], { ...store.env });
  // All of them in a minute are more than one caller may ask.
  await runHere(['setting', 'set', 'rate_limit_per_minute', '1000000'], { ...store.env });
  const field = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(output)?.[1] ?? '';
  env = { ...process.env, SWAPDESK_KEY: field('key'), SWAPDESK_SECRET: field('secret') };
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '@swapdesk'), { recursive: true });
  await mkdir(join(modules, '@types'));
  await symlink(join(ROOT, 'packages/client'), join(modules, '@swapdesk/client'));
  await symlink(join(ROOT, 'node_modules/@types/node'), join(modules, '@types/node'));
  await symlink(join(ROOT, 'node_modules/undici-types'), join(modules, 'undici-types'));
  service = await startService(store.env);
  page = await (await fetch(`${service.url}/docs`)).text();
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
  await rm(project, { recursive: true, force: true });
});

/** The examples of a language, as a browser would copy them: one of every operation. */
async function examplesIn(language: string): Promise<Example[]> {
  const shown = page.matchAll(/<article class="operation" id="(\w+)"[\s\S]*?<\/article>/g);
  const found = Array.from(shown, ([article, operation = '']) => {
    const figure = new RegExp(`data-language="${language}">[\\s\\S]*?<code>([\\s\\S]*?)</code>`).exec(
      article,
    );
    return { operation, code: textOf(figure?.[1] ?? '') };
  });
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const all = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(
    found
      .filter(({ code }) => code !== '')
      .map(({ operation }) => operation)
      .sort(),
  ).toEqual(all.sort());
  return found;
}

function textOf(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** What went wrong with each, a few at a time; nothing, if all is well. */
async function failuresOf(
  examples: readonly Example[],
  problemOf: (example: Example) => Promise<string | null>,
): Promise<string[]> {
  const waiting = [...examples];
  const failures: string[] = [];
  const work = async () => {
    for (let example = waiting.shift(); example !== undefined; example = waiting.shift()) {
      const problem = await problemOf(example);
      if (problem !== null) failures.push(`${example.operation}: ${problem}\n${example.code}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function start(program: string, args: readonly string[]): Promise<Ended> {
  return run(program, args, { cwd: project, env, timeout: LONGEST_MS }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

const NO_CURL = (await findProgram('curl')) === null || (await findProgram('openssl')) === null;
const NO_PYTHON = (await findProgram('python3')) === null;

it.skipIf(NO_CURL)(
  `the examples in curl run as they stand${NO_CURL ? ' (skipped: no curl, or no openssl)' : ''}`,
  async () => {
    const problemOf = async ({ operation, code }: Example): Promise<string | null> => {
      const ended = await start('sh', ['-c', code]);
      if (operation === 'orderEvents' || operation === 'accountStream')
        return ended.code === LEFT && /^id: ?\d+$/m.test(ended.stdout) && /^data: ?\{/m.test(ended.stdout)
          ? null
          : JSON.stringify(ended);
      // Each answer that it shows is a success.
      const answers = ended.stdout.split('\n').filter((line) => line !== '');
      const isGood =
        answers.length > 0 && answers.every((line) => line.startsWith('{"code":0,"msg":"success"'));
      return ended.code === 0 && isGood ? null : JSON.stringify(ended);
    };
    expect(await failuresOf(await examplesIn('curl'), problemOf)).toEqual([]);
  },
);

it.runIf(IS_LONG)('the examples in TypeScript run as they stand, and their types hold', async () => {
  const examples = await examplesIn('typescript');
  const problemOf = async ({ operation, code }: Example): Promise<string | null> => {
    await writeFile(join(project, `${operation}.mjs`), code);
    await writeFile(join(project, `${operation}.mts`), code);
    const ended = await start(process.execPath, [`${operation}.mjs`]);
    return ended.code === 0 && ended.stdout !== '' && !ended.stdout.includes('code: 1')
      ? null
      : JSON.stringify(ended);
  };
  expect(await failuresOf(examples, problemOf)).toEqual([]);
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--skipLibCheck',
  ];
  const files = examples.map(({ operation }) => `${operation}.mts`);
  expect(await start(process.execPath, [tsc, ...options, ...files])).toMatchObject({ code: 0, stdout: '' });
});

it.skipIf(NO_PYTHON || !IS_LONG)(
  `the examples in Python run as they stand${NO_PYTHON ? ' (skipped: no python3)' : ''}`,
  async () => {
    const problemOf = async ({ operation, code }: Example): Promise<string | null> => {
      await writeFile(join(project, `${operation}.py`), code);
      // Without what somebody may have installed beside its own library.
      const ended = await start('python3', ['-I', `${operation}.py`]);
      return ended.code === 0 && ended.stdout !== '' ? null : JSON.stringify(ended);
    };
    expect(await failuresOf(await examplesIn('python'), problemOf)).toEqual([]);
  },
);
