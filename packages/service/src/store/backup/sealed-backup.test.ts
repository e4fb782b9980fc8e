import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '../embedded/embedded.ts';
import { cleanUp, scratchFolder } from '../embedded/testing/scratch.ts';
import { Template } from '../embedded/testing/template.ts';
import { backUp } from './back-up.ts';
import { unpackTree } from './pack.ts';
import { putBack } from './put-back.ts';
import { openSource } from './source.ts';
import { AS_IT_IS, openSmallDesk, ordersOf, type SmallDesk, UNWATCHED } from './testing/small-desk.ts';

/** A real backup through the seal. */

const MADE_AT = new Date('2026-11-18T12:00:00Z');
const PASSPHRASE = 'six words that nobody has chosen';
const ready = async () => {};

const template = new Template();
let desk: SmallDesk;
let sealed: string;
beforeAll(async () => {
  await template.make();
  desk = await openSmallDesk(template);
  sealed = desk.beside('sealed');
  await backUp({ dataDir: desk.dataDir, target: sealed, madeAt: MADE_AT, passphrase: PASSPHRASE }, UNWATCHED);
});
afterAll(async () => {
  await desk.stop();
  await cleanUp();
  template.remove();
});

const restore = async (from: string, dataDir: string, passphrase = PASSPHRASE) =>
  putBack(
    await openSource(from, async () => passphrase),
    { dataDir, aside: null },
    AS_IT_IS,
    UNWATCHED,
    ready,
  );

it('is one file in which nothing can be read, and nothing of the copy stays in the data folder', () => {
  expect(readdirSync(sealed)).toEqual(['backup.sealed']);
  const password = readFileSync(join(desk.dataDir, 'database-password'));
  const bytes = readFileSync(join(sealed, 'backup.sealed'));
  for (const secret of [password, Buffer.from('database-password'), Buffer.from('PG_VERSION')])
    expect(bytes.includes(secret)).toBe(false);
  expect(readdirSync(desk.dataDir).filter((name) => name.startsWith('backup'))).toEqual([]);
});

it('comes back whole, by the folder or by the file itself', async () => {
  const dataDir = join(scratchFolder(), 'data');
  await restore(sealed, dataDir);
  expect(await ordersOf(await startEmbedded({ dataDir }))).toBe(3);
  expect(readdirSync(dataDir)).not.toContain('swapdesk-backup.json');
  const again = join(scratchFolder(), 'data');
  await restore(join(sealed, 'backup.sealed'), again);
  expect(existsSync(join(again, 'postgres', 'PG_VERSION'))).toBe(true);
});

it('is refused with a wrong passphrase, and where it is damaged or cut off: nothing is put in place', async () => {
  const folder = scratchFolder();
  const dataDir = join(folder, 'data');
  await expect(restore(sealed, dataDir, 'another')).rejects.toThrow('The passphrase is wrong');
  const bytes = readFileSync(join(sealed, 'backup.sealed'));
  const damaged = desk.beside('damaged');
  mkdirSync(damaged);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 100] = (changed[bytes.length - 100] as number) ^ 1;
  writeFileSync(join(damaged, 'backup.sealed'), changed);
  await expect(restore(damaged, dataDir)).rejects.toThrow(/is damaged, or not all of one piece, at or after/);
  writeFileSync(join(damaged, 'backup.sealed'), bytes.subarray(0, -(1024 * 1024)));
  await expect(restore(damaged, dataDir)).rejects.toThrow(/is damaged|ends too early/);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(damaged, { recursive: true });
});

it('writes nothing outside of where it was to go', async () => {
  for (const path of ['../evil', '/evil', 'a/../../evil', 'a//b', '.', '']) {
    const pieces = async function* () {
      yield Buffer.from(`${JSON.stringify({ folder: path })}\n${JSON.stringify({ end: 1 })}\n`);
    };
    const made: string[] = [];
    const to = { folder: async (name: string) => void made.push(name), file: ready };
    await expect(unpackTree(pieces(), to)).rejects.toThrow('not a whole backup');
    expect(made).toEqual([]);
  }
});
