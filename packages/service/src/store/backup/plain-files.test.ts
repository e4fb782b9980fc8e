import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { cleanUp, scratchFolder } from '../embedded/testing/scratch.ts';
import { copyPlainFiles } from './plain-files.ts';
import { UNWATCHED } from './testing/small-desk.ts';

afterAll(cleanUp);

it('makes key and passphrase durable, with the modes that they had', async () => {
  const [from, to] = [join(scratchFolder(), 'data'), join(scratchFolder(), 'copy')];
  for (const folder of [from, to]) mkdirSync(folder);
  writeFileSync(join(from, 'desk.key'), 'a key', { mode: 0o600 });
  writeFileSync(join(from, 'passphrase'), 'six words', { mode: 0o400 });
  writeFileSync(join(from, 'log-archive'), '/elsewhere');
  const handle = await open(from, 'r');
  const files = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const synced: number[] = [];
  const sync = files.sync;
  const watched = vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push((await this.stat()).ino);
    return sync.call(this);
  });
  await copyPlainFiles(from, to, UNWATCHED).finally(() => watched.mockRestore());
  expect(readdirSync(to)).toEqual(['desk.key', 'passphrase']);
  expect(readFileSync(join(to, 'desk.key'), 'utf8')).toBe('a key');
  expect(statSync(join(to, 'passphrase')).mode & 0o777).toBe(0o400);
  const made = ['desk.key', 'passphrase', '.'].map((name) => statSync(join(to, name)).ino);
  expect(synced).toEqual(made);
});
