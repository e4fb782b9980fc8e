import { createHash } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartupError } from '../../startup-error.ts';
import { isRoot } from '../embedded/server-user.ts';
import { cleanUp } from '../embedded/testing/scratch.ts';
import { Template } from '../embedded/testing/template.ts';
import { backUp } from './back-up.ts';
import { putBack } from './put-back.ts';
import { openSource } from './source.ts';
import { AS_IT_IS, openSmallDesk, type SmallDesk, UNWATCHED } from './testing/small-desk.ts';

/** Where a data folder is not quite what the one is that tests have: a link, or somebody else's. */

const OTHER = 65_533;
const template = new Template();
let desk: SmallDesk;
let backup: string;
beforeAll(async () => {
  await template.make();
  desk = await openSmallDesk(template);
  backup = desk.beside('backup');
  const wanted = { dataDir: desk.dataDir, target: backup, madeAt: new Date(), passphrase: null };
  await backUp(wanted, UNWATCHED);
});
afterAll(async () => {
  await desk.stop();
  await cleanUp();
  template.remove();
});

const put = async (dataDir: string, aside: string | null) =>
  putBack(await openSource(backup, async () => ''), { dataDir, aside }, AS_IT_IS, UNWATCHED, async () => {});

it('what a link leads to is moved aside, and the link leads to what was restored', async () => {
  const [real, link, aside] = [desk.beside('real'), desk.beside('link'), desk.beside('aside')];
  await put(real, null);
  const before = statSync(join(real, 'postgres', 'PG_VERSION')).ino;
  symlinkSync(real, link);
  await put(link, aside);
  expect([lstatSync(link).isSymbolicLink(), lstatSync(aside).isDirectory()]).toEqual([true, true]);
  expect(statSync(join(aside, 'postgres', 'PG_VERSION')).ino).toBe(before);
  expect(readFileSync(join(link, 'postgres', 'PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/);
  expect(statSync(join(real, 'postgres', 'PG_VERSION')).ino).not.toBe(before);
});

const owners = (folder: string): Set<number> =>
  new Set([
    statSync(folder).uid,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => lstatSync(join(folder, name)).uid,
    ),
  ]);

it.runIf(isRoot())('what root puts back belongs to whoever had the data folder', async () => {
  const [place, aside] = [desk.beside('of-another'), desk.beside('of-another-before')];
  mkdirSync(place);
  chownSync(place, OTHER, OTHER);
  await put(place, null);
  expect(owners(place)).toEqual(new Set([OTHER]));
  await put(place, aside);
  expect(owners(place)).toEqual(new Set([OTHER]));
});

/** No process has this number; what follows it is this machine. */
const DEAD = `2147483646-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}`;
const make = (target: string) =>
  backUp({ dataDir: desk.dataDir, target, madeAt: new Date(), passphrase: null }, UNWATCHED);

it('a backup clears away what killed ones of other names have left, and nothing of another machine', async () => {
  const [left, elsewhere] = [`backup-1.making-${DEAD}`, 'backup-1.making-2147483646-00000000'].map(
    desk.beside,
  ) as [string, string];
  for (const folder of [left, elsewhere]) mkdirSync(join(folder, 'postgres'), { recursive: true });
  await make(desk.beside('backup-2'));
  expect([existsSync(left), existsSync(elsewhere)]).toEqual([false, true]);
});

it('a backup within the data folder, or where no folder can be made, is refused in a line', async () => {
  const link = desk.beside('link-to-data');
  symlinkSync(desk.dataDir, link);
  for (const target of [join(desk.dataDir, 'backup'), join(link, 'some', 'backup')])
    await expect(make(target)).rejects.toThrow(/^\S+ is in the data folder, and would be lost with it\./);
  const file = desk.beside('a-file');
  writeFileSync(file, '');
  await expect(make(join(file, 'backup'))).rejects.toThrow(StartupError);
  await expect(make(join(file, 'backup'))).rejects.toThrow(
    /a-file is no folder that can be read and written to here/,
  );
});
