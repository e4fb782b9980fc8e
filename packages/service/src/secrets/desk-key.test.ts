import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { deskKey, openDeskKey } from './desk-key.ts';

const NOW = 1_700_000_000;
let store: TestDatabase;
let dataDir: string;
let other: string;

beforeAll(async () => {
  store = await createTestDatabase(4);
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query('DELETE FROM desk_key');
  dataDir = await mkdtemp(join(tmpdir(), 'swapdesk-key-'));
  other = await mkdtemp(join(tmpdir(), 'swapdesk-key-'));
});
afterEach(async () => {
  for (const folder of [dataDir, other]) await rm(folder, { recursive: true });
});

const open = (folder = dataDir, keyFile: string | null = null) =>
  openDeskKey(store.database, { keyFile, dataDir: folder }, NOW);
const used = async (opening: Promise<{ keyFor(use: 'manage codes'): Buffer }>) =>
  (await opening).keyFor('manage codes').toString('hex');

describe('the key of the service', () => {
  it('is made once, for its owner alone, and is the same from then on', async () => {
    const first = await used(open());
    expect((await stat(join(dataDir, 'desk.key'))).mode & 0o777).toBe(0o600);
    expect(await used(open())).toBe(first);
  });

  it('is made once by nodes that start at once in the same folder', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => used(open())));
    expect(new Set(keys).size).toBe(1);
  });

  it('of two folders on a new store is one: the other is refused, and told what to do', async () => {
    const both = await Promise.allSettled([open(dataDir), open(other)]);
    const refused = both.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(1);
    // Whether it comes before or after the other has stored its own, it is to copy that.
    expect(refused[0]?.reason.message).toMatch(
      /copy desk\.key from the data folder of the node that made it/,
    );
  });

  it('is never made anew for a store that has one', async () => {
    await open();
    await expect(open(other)).rejects.toThrow(/belongs to a key that is not at .*SWAPDESK_KEY_FILE/);
    await expect(readFile(join(other, 'desk.key'))).rejects.toThrow('ENOENT');
  });

  it('may be elsewhere, as a copy', async () => {
    const first = await used(open());
    const copy = join(other, 'a-copy');
    await writeFile(copy, await readFile(join(dataDir, 'desk.key')), { mode: 0o600 });
    expect(await used(open(other, copy))).toBe(first);
  });

  it('is refused if others can read it, or if it is no key', async () => {
    await open();
    const file = join(dataDir, 'desk.key');
    await chmod(file, 0o640);
    await expect(open()).rejects.toThrow(/chmod 600/);
    await chmod(file, 0o600);
    for (const text of ['', 'secret', `${'0'.repeat(63)}`, `${'0'.repeat(64)}\n${'0'.repeat(64)}`]) {
      await writeFile(file, text);
      await expect(open()).rejects.toThrow(/key file/);
    }
    await writeFile(file, '0'.repeat(64));
    await expect(open()).rejects.toThrow(/not the one of this store/);
  });

  it('cannot be made from what the store has of it, nor from another of its uses', async () => {
    await open();
    const secret = (await readFile(join(dataDir, 'desk.key'), 'utf8')).trim();
    const key = deskKey(Buffer.from(secret, 'hex'));
    const { rows } = await store.database.query('SELECT proof FROM desk_key');
    const known = [secret, key.keyFor('proof').toString('hex'), key.keyFor('manage codes').toString('hex')];
    expect(new Set([...known, rows[0].proof.toString('hex')]).size).toBe(4);
  });
});
