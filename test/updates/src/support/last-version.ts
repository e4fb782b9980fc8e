import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { linkModules } from '../../../support/fresh-clone.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const SAID = new URL('../../last-version.json', import.meta.url);
const MOST_BYTES = 1 << 26;

/** The version before this one, as `last-version.json` says. */
export interface LastVersion {
  readonly commit: string;
  /** The number of its last migration. */
  readonly knows: number;
}

export async function readLastVersion(): Promise<LastVersion> {
  return JSON.parse(await readFile(SAID, 'utf8')) as LastVersion;
}

/** Why its code cannot be had; null if it can. */
export async function whyNoHistory({ commit }: LastVersion): Promise<string | null> {
  return run('git', ['cat-file', '-e', `${commit}^{commit}`]).then(
    () => null,
    () =>
      `${commit.slice(0, 8)} is not in the history that is here: clone the project whole, or git fetch --unshallow`,
  );
}

/**
 * Its program, built from the project's own history with what is installed here; where its lockfile is another, with what that
 * says. Built once for each commit, and kept with what else is temporary.
 */
export async function buildLastVersion({ commit }: LastVersion): Promise<string> {
  const folder = join(tmpdir(), `swapdesk-${commit}`);
  const program = (of: string) => join(of, 'packages/service/bin/swapdesk.mjs');
  if (existsSync(folder)) return program(folder);
  const draft = await mkdtemp(`${folder}-`);
  try {
    const tar = `${draft}.tar`;
    await run('git', ['archive', '--format=tar', `--output=${tar}`, commit]);
    await run('tar', ['-xf', tar, '-C', draft]);
    await rm(tar);
    const [ours, its] = await Promise.all(
      [ROOT, draft].map((each) => readFile(join(each, 'package-lock.json'), 'utf8')),
    );
    if (ours === its) await linkModules(draft);
    else await mkdir(join(draft, 'node_modules'));
    await run(process.execPath, ['scripts/build.mjs'], { cwd: draft });
    // It has its name only when it is whole. Somebody else may have been quicker.
    await rename(draft, folder).catch((error: { code?: string }) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return program(folder);
}

async function run(command: string, args: string[], options: ExecFileOptions = {}): Promise<void> {
  await promisify(execFile)(command, args, { cwd: ROOT, maxBuffer: MOST_BYTES, ...options });
}
