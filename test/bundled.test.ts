import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Which program `swapdesk` runs: a stale bundle would be another than the one that was written. */

const BIN = fileURLToPath(new URL('../packages/service/bin', import.meta.url));
const BUNDLE = 'packages/service/dist/bundle/main.js';
const COMPILED = 'packages/service/dist/main.js';
const MADE_OF = [
  'packages/service/tsconfig.tsbuildinfo',
  'packages/contract/tsconfig.tsbuildinfo',
  'package-lock.json',
];

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'swapdesk-bundled-'));
  await cp(BIN, join(project, 'packages/service/bin'), { recursive: true });
});
afterEach(() => rm(project, { recursive: true }));

async function write(path: string, atSecond: number): Promise<void> {
  const file = join(project, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
  await utimes(file, atSecond, atSecond);
}

/** The program that would be run, as a path inside the project. */
async function chosen(): Promise<string | null> {
  const { program } = (await import(
    pathToFileURL(join(project, 'packages/service/bin/bundled.mjs')).href
  )) as { program: () => string | null };
  return program()?.slice(project.length + 1) ?? null;
}

it('runs the bundle if it was made last', async () => {
  for (const path of [COMPILED, ...MADE_OF]) await write(path, 100);
  await write(BUNDLE, 101);
  expect(await chosen()).toBe(BUNDLE);
});

it.each(MADE_OF)('runs what was compiled if %s was written since', async (path) => {
  for (const each of [COMPILED, ...MADE_OF]) await write(each, 100);
  await write(BUNDLE, 101);
  await write(path, 102);
  expect(await chosen()).toBe(COMPILED);
});

it('runs what was compiled where there is no bundle', async () => {
  for (const path of [COMPILED, ...MADE_OF]) await write(path, 100);
  expect(await chosen()).toBe(COMPILED);
});

it('runs nothing where nothing is built', async () => {
  expect(await chosen()).toBeNull();
});
