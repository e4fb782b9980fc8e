import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What the service is made of. Built output is among it, so that a build finds nothing to do. */
const PARTS = [
  ...[
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'swapdesk.config.schema.json',
  ],
  ...['docs', 'packages', 'scripts'],
];
const WORKSPACES = ['client', 'contract', 'service', 'web'];
/** Written when something is installed: not where it is linked from. */
const INSTALLED = '.swapdesk-installed.json';

/** A folder like one that was just cloned, and a home of somebody who has never done anything. */
export interface FreshClone {
  readonly folder: string;
  readonly home: string;
  remove(): Promise<void>;
}

/** Installing takes a minute and a network, so what this project has installed is linked there. */
export async function freshClone(): Promise<FreshClone> {
  const top = await mkdtemp(join(tmpdir(), 'swapdesk-clone-'));
  // The database does not run as root.
  await chmod(top, 0o755);
  const [folder, home] = [join(top, 'swapdesk'), join(top, 'home')];
  await Promise.all([folder, home].map((each) => mkdir(each)));
  const options = { recursive: true, preserveTimestamps: true };
  for (const part of PARTS) await cp(join(ROOT, part), join(folder, part), options);
  await linkModules(folder);
  return { folder, home, remove: () => rm(top, { recursive: true, force: true }) };
}

/** Gives a tree of this project what is installed here, with the packages of its own in the place of ours. */
export async function linkModules(folder: string): Promise<void> {
  const [from, to] = [ROOT, folder].map((each) => join(each, 'node_modules')) as [string, string];
  const ours = join(to, '@swapdesk');
  await mkdir(ours, { recursive: true });
  await mkdir(join(to, '.bin'));
  for (const name of await readdir(from)) {
    if (existsSync(join(to, name))) continue;
    if (name === INSTALLED) await cp(join(from, name), join(to, name));
    else await symlink(join(from, name), join(to, name));
  }
  for (const name of WORKSPACES) await symlink(join('../../packages', name), join(ours, name));
  await symlink('../@swapdesk/service/bin/swapdesk.mjs', join(to, '.bin/swapdesk'));
}
