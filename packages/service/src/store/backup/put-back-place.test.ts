import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
