import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Network } from '../chains/family.ts';
import { createSecretFile } from '../secrets/secret-file.ts';
import { StartupError } from '../startup-error.ts';
import { findPassphrase } from './passphrase.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swapdesk-passphrase-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

function find(env: Record<string, string>, network: Network = 'test') {
  return findPassphrase({ env, network, dataDir, randomBytes });
}

async function fileWith(content: string | Uint8Array, mode = 0o600): Promise<string> {
  const path = join(dataDir, 'given');
  await writeFile(path, content);
  await chmod(path, mode);
  return path;
}

describe('the passphrase', () => {
  it('comes from the environment', async () => {
    const found = await find({ SWAPDESK_PASSPHRASE: 'orbit canvas mellow tunnel fresco gadget' }, 'main');
    expect(found).toEqual({
      secret: 'orbit canvas mellow tunnel fresco gadget',
      source: 'SWAPDESK_PASSPHRASE',
      warnings: [],
    });
  });

  it.each([
    'orbit canvas mellow tunnel fresco gadget',
    'orbit canvas mellow tunnel fresco gadget\n',
    'orbit canvas mellow tunnel fresco gadget\r\n',
  ])('comes from a file: %j', async (text) => {
    const path = await fileWith(text);
    const found = await find({ SWAPDESK_PASSPHRASE_FILE: path }, 'main');
    expect(found).toEqual({ secret: 'orbit canvas mellow tunnel fresco gadget', source: path, warnings: [] });
  });

  it('keeps the spaces of a file', async () => {
    const found = await find({ SWAPDESK_PASSPHRASE_FILE: await fileWith(' a b \n') });
    expect(found.secret).toBe(' a b ');
  });

  it('is asked for on the main network, with what to set', async () => {
    await expect(find({}, 'main')).rejects.toThrow(StartupError);
    await expect(find({}, 'main')).rejects.toThrow(
      /set SWAPDESK_PASSPHRASE_FILE .* or set SWAPDESK_PASSPHRASE/,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each([
    [{ SWAPDESK_PASSPHRASE: 'a', SWAPDESK_PASSPHRASE_FILE: 'b' }, 'not both'],
    [{ SWAPDESK_PASSPHRASE: '' }, 'SWAPDESK_PASSPHRASE is set but empty'],
    [{ SWAPDESK_PASSPHRASE_FILE: '' }, 'SWAPDESK_PASSPHRASE_FILE is set but empty'],
    [{ SWAPDESK_PASSPHRASE_FILE: '/nowhere/at/all' }, 'cannot read the passphrase file /nowhere/at/all'],
    [{ SWAPDESK_PASSPHRASE_FILE: tmpdir() }, 'not a regular file'],
  ])('is not guessed from %j', async (env, message) => {
    await expect(find(env)).rejects.toThrow(message);
    await expect(find(env)).rejects.toThrow(StartupError);
  });

  it.each([
    ['', 'is empty'],
    ['\n', 'is empty'],
    ['one\ntwo\n', 'more than one line'],
    [Uint8Array.of(0xff, 0xfe, 0x41), 'not UTF-8'],
    ['x'.repeat(5000), 'larger than 4096 bytes'],
  ])('is not read from a file with %j', async (content, message) => {
    await expect(find({ SWAPDESK_PASSPHRASE_FILE: await fileWith(content) })).rejects.toThrow(message);
  });

  it.each([0o640, 0o604, 0o644, 0o660])(
    'in a file of mode %o is refused on main, warned of on test',
    async (mode) => {
      const env = { SWAPDESK_PASSPHRASE_FILE: await fileWith('secret', mode) };
      await expect(find(env, 'main')).rejects.toThrow(/open to other users; run: chmod 600/);
      expect(await find(env)).toMatchObject({
        secret: 'secret',
        warnings: [expect.stringContaining('chmod 600')],
      });
    },
  );
});

describe('a generated passphrase', () => {
  it('is written for its owner alone, and used again', async () => {
    const first = await find({});
    const path = join(dataDir, 'passphrase');
    expect(first).toMatchObject({ source: path, warnings: [] });
    expect(first.secret).toMatch(/^[\w-]{43}$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toBe(`${first.secret}\n`);
    expect(await find({})).toEqual(first);
    expect(await readdir(dataDir)).toEqual(['passphrase']);
  });

  it('is one and the same for all who start at once', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => find({})));
    expect(new Set(found.map(({ secret }) => secret)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['passphrase']);
  });

  it('is never replaced by one made at the same time', async () => {
    const path = join(dataDir, 'passphrase');
    await createSecretFile(path, 'first', 'passphrase file');
    await createSecretFile(path, 'second', 'passphrase file');
    expect((await find({})).secret).toBe('first');
    expect(await readdir(dataDir)).toEqual(['passphrase']);
  });

  it('makes the data folder if there is none', async () => {
    const deeper = join(dataDir, 'not', 'yet');
    const found = await findPassphrase({ env: {}, network: 'test', dataDir: deeper, randomBytes });
    expect(found.source).toBe(join(deeper, 'passphrase'));
  });

  it('is not used on the main network', async () => {
    await find({});
    await expect(find({}, 'main')).rejects.toThrow(StartupError);
  });

  it('that can be guessed is refused on the main network, unless that is to be so; elsewhere it will do', async () => {
    const weak = { env: { SWAPDESK_PASSPHRASE: 'a' }, dataDir, randomBytes };
    await expect(findPassphrase({ ...weak, network: 'main' })).rejects.toThrow(
      /too weak for real money, about \d+ bits of 64.*"without"/,
    );
    expect(await findPassphrase({ ...weak, network: 'main', mayBeWeak: true })).toMatchObject({
      secret: 'a',
    });
    expect(await findPassphrase({ ...weak, network: 'test' })).toMatchObject({ secret: 'a' });
  });
});
