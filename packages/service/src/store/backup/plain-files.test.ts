import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

it('takes along folders, and what links point to, as the configuration may name them', async () => {
  const [from, to, elsewhere] = ['data', 'copy', 'etc'].map((name) => join(scratchFolder(), name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [from, to, elsewhere, join(from, 'secrets')]) mkdirSync(folder);
  writeFileSync(join(from, 'secrets', 'binance'), 'a key', { mode: 0o600 });
  writeFileSync(join(elsewhere, 'desk.json'), '{}');
  symlinkSync(join(elsewhere, 'desk.json'), join(from, 'swapdesk.config.json'));
  symlinkSync(elsewhere, join(from, 'languages'));
  expect(await copyPlainFiles(from, to, UNWATCHED)).toEqual([]);
  expect(readFileSync(join(to, 'secrets', 'binance'), 'utf8')).toBe('a key');
  expect(statSync(join(to, 'secrets', 'binance')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(to, 'languages', 'desk.json'), 'utf8')).toBe('{}');
  expect(lstatSync(join(to, 'swapdesk.config.json')).isFile()).toBe(true);
});

it('leaves out, and says so, what is no part of a desk: records, other backups, links to nothing, what is large', async () => {
  const [from, to, record] = ['data', 'copy', 'record'].map((name) => join(scratchFolder(), name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [from, to, record, join(record, 'wallet'), join(from, 'old'), join(from, 'large')])
    mkdirSync(folder);
  writeFileSync(join(record, 'wallet', 'signed.log'), '');
  symlinkSync(record, join(from, 'record'));
  symlinkSync(join(from, 'nowhere'), join(from, 'link'));
  symlinkSync(from, join(from, 'circle'));
  writeFileSync(join(from, 'old', 'backup.sealed'), '');
  writeFileSync(join(from, 'large', 'file'), Buffer.alloc(33 * 1024 * 1024));
  expect(await copyPlainFiles(from, to, UNWATCHED)).toEqual([
    'circle (a folder of more than 32 MB)',
    'large (a folder of more than 32 MB)',
    'link (a link to nothing that can be read)',
    'old (a backup or a database of its own)',
    'record (a signing record)',
  ]);
  expect(readdirSync(to)).toEqual([]);
});
