import { execFile } from 'node:child_process';
import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '../../../support/find-program.ts';

const run = promisify(execFile);
const SOURCE = fileURLToPath(new URL('cage.c', import.meta.url));
/** What systemd lets through wherever a filter names what is allowed. */
const ALWAYS = '@default';

/** Why no cage can be built here, or null. */
export async function whyNoCage(): Promise<string | null> {
  if (process.platform !== 'linux') return 'only Linux filters system calls like this';
  for (const name of ['cc', 'systemd-analyze'])
    if ((await findProgram(name)) === null) return `${name} is missing`;
  return null;
}

/**
 * Builds a program in that folder that runs others as a unit with this SystemCallFilter runs them: systemd says which system calls
 * its groups are, the kernel refuses the rest.
 */
export async function buildCage(folder: string, filter: readonly string[]): Promise<string> {
  const groups = await readGroups();
  const allowed = new Set(expand(groups, ALWAYS));
  for (const line of filter) {
    const isDenied = line.startsWith('~');
    const calls = line
      .replace('~', '')
      .split(' ')
      .flatMap((word) => expand(groups, word));
    for (const call of calls)
      if (isDenied) allowed.delete(call);
      else allowed.add(call);
  }
  // Not every machine has every call.
  const lines = [...allowed].map((call) => `#ifdef SYS_${call}\nSYS_${call},\n#endif\n`);
  await writeFile(join(folder, 'allowed.h'), lines.join(''));
  await copyFile(SOURCE, join(folder, 'cage.c'));
  const cage = join(folder, 'cage');
  await run('cc', ['-Wall', '-Werror', '-o', cage, join(folder, 'cage.c')]);
  await chmod(cage, 0o755);
  return cage;
}

/** What is in each group: system calls, and other groups. */
async function readGroups(): Promise<Map<string, string[]>> {
  const { stdout } = await run('systemd-analyze', ['--no-pager', 'syscall-filter']);
  const groups = new Map<string, string[]>();
  let group = '';
  for (const line of stdout.split('\n')) {
    if (/^@\S+$/.test(line)) group = line;
    else if (/^ +@?\w[\w-]*$/.test(line)) groups.set(group, [...(groups.get(group) ?? []), line.trim()]);
  }
  return groups;
}

function expand(groups: ReadonlyMap<string, readonly string[]>, word: string): readonly string[] {
  if (!word.startsWith('@')) return [word];
  return groups.get(word)?.flatMap((each) => expand(groups, each)) ?? [];
}
