import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canUnshare, cleanUp, scratchFolder } from '../embedded/testing/scratch.ts';
import { Template } from '../embedded/testing/template.ts';
import { backUp } from './back-up.ts';
import { UNSEEN } from './progress.ts';
import { putBack } from './put-back.ts';
import { openSource } from './source.ts';
import { AS_IT_IS, openSmallDesk, type SmallDesk, UNWATCHED, whenUnderWay } from './testing/small-desk.ts';

/** What is called off, or finds the disk full, leaves nothing behind, and the desk goes on. */

const NOW = new Date('2026-11-18T12:00:00Z');
const ready = async () => {};
const into = (target: string) => ({ dataDir: desk.dataDir, target, madeAt: NOW, passphrase: null });
const noPassphrase = async () => '';

const template = new Template();
let desk: SmallDesk;
/** A backup that is whole. */
let good: string;
beforeAll(async () => {
  await template.make();
  desk = await openSmallDesk(template);
  good = desk.beside('good');
});
afterAll(async () => {
  await desk.stop();
  await cleanUp();
  template.remove();
});

const besides = (path: string) =>
  readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)) && name !== basename(path));

/** It can be written to, and is no longer being copied. */
async function goesOn(): Promise<void> {
  await desk.query('INSERT INTO orders VALUES (4)');
  await desk.query('DELETE FROM orders WHERE id = 4');
  expect(await desk.query('SELECT count(*)::int AS slots FROM pg_replication_slots')).toEqual([{ slots: 0 }]);
}

it('a backup that is called off leaves nothing under its name, nor a draft', async () => {
  const target = desk.beside('called-off');
  const off = new AbortController();
  const progress = whenUnderWay(() => off.abort(new Error('called off')));
  const made = backUp(into(target), { progress, signal: off.signal });
  await expect(made).rejects.toThrow('called off');
  expect(readdirSync(dirname(target))).toEqual([basename(desk.dataDir)]);
  await goesOn();
});

it('one that was killed is cleared away by the next of that name', async () => {
  // No process has this number.
  mkdirSync(`${good}.making-2147483646`);
  expect((await backUp(into(good), UNWATCHED)).orders).toBe(3);
  expect(besides(good)).toEqual([]);
});

it('a restore that is called off leaves the data folder as it was, early or late', async () => {
  const dataDir = desk.beside('elsewhere');
  const source = await openSource(good, noPassphrase);
  mkdirSync(dataDir);
  const early = new AbortController();
  const progress = whenUnderWay(() => early.abort(new Error('called off')));
  const put = putBack(source, { dataDir, aside: null }, AS_IT_IS, { progress, signal: early.signal }, ready);
  await expect(put).rejects.toThrow('called off');
  const late = new AbortController();
  const under = { progress: UNSEEN, signal: late.signal };
  const again = putBack(source, { dataDir, aside: null }, AS_IT_IS, under, async () =>
    late.abort(new Error('late')),
  );
  await expect(again).rejects.toThrow('late');
  expect([readdirSync(dataDir), besides(dataDir)]).toEqual([[], []]);
});

it.runIf(canUnshare())(
  'says how much room is needed: before, and where somebody else fills the disk',
  async () => {
    const disk = scratchFolder();
    const mount = (size: string) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', disk]);
    mount('100m');
    try {
      const target = join(disk, 'copy');
      await expect(backUp(into(target), UNWATCHED)).rejects.toThrow(
        /^The disk of \S+\/copy has too little room: about 2\d\d MB is needed there, 100 MB is free\. Nothing was left/,
      );
      expect(readdirSync(disk)).toEqual([]);
      execFileSync('mount', ['-o', 'remount,size=400m', disk]);
      const fill = () => execFileSync('sh', ['-c', `cat /dev/zero > ${disk}/filler 2>/dev/null || true`]);
      const filled = { ...UNWATCHED, progress: whenUnderWay(fill) };
      await expect(backUp(into(target), filled)).rejects.toThrow(
        /^The disk of \S+\/copy is full: about 2\d\d MB is needed there/,
      );
      expect(readdirSync(disk)).toEqual(['filler']);
      await goesOn();
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  },
);
