import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { runHere } from './support/run-here.ts';
import type { Ended } from './support/service.ts';
import { IS_LONG } from './support/volume.ts';

/** The wallet and the configuration on the command line, before anything has been started. */

const PROGRAM = fileURLToPath(new URL('../packages/service/bin/swapdesk.mjs', import.meta.url));
const MNEMONIC = `${'abandon '.repeat(11)}about`;

let folder: string;
let store: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-wallet-'));
  store = await createTestDatabase();
  env = { SWAPDESK_DATA_DIR: folder, SWAPDESK_DATABASE_URL: store.url, SWAPDESK_PASSPHRASE: 'secret' };
});
afterAll(async () => {
  await store?.drop();
  await rm(folder, { recursive: true });
});

const swapdesk = (...args: string[]): Promise<Ended> => runHere(args, env);

async function importing(words: string): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, 'wallet', 'import'], { env: { ...process.env, ...env } });
  child.stdin.end(words);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  return { code: code as number | null, output: (await said).join('') };
}

describe('the wallet', () => {
  it('is not there before it is made or imported', async () => {
    const { code, output } = await swapdesk('wallet', 'descriptors');
    expect([code, output]).toEqual([1, expect.stringContaining('There is no wallet yet')]);
  });

  it.runIf(IS_LONG)('is imported from standard input, and never echoed', async () => {
    const wrong = await importing(`${'abandon '.repeat(11)}abuot`);
    expect(wrong).toEqual({ code: 1, output: 'Not in the English list of BIP-39: word 12.\n' });
    const { code, output } = await importing(`  ${MNEMONIC.toUpperCase()}\n`);
    expect([code, output]).toEqual([0, expect.stringMatching(/^Imported\./)]);
    const exported = await swapdesk('wallet', 'descriptors');
    expect(exported.code).toBe(0);
    for (const line of [
      /litecoin +deposits +wpkh\(\[73c5da0a\/84h\/1h\/0h]tpub\S+\/0\/\*\)#evh9fu0w/,
      /litecoin +deposits +tr\(\[73c5da0a\/86h\/1h\/0h]tpub\S+\/0\/\*\)#\w{8}/,
      /litecoin +treasury +wpkh\(\[73c5da0a\/84h\/1h\/0h]tpub\S+\/1\/0\)#4thhf2e8/,
    ])
      expect(exported.output).toMatch(line);
  });

  it.runIf(IS_LONG)('is imported from a file, and the one before it is kept', async () => {
    const file = join(folder, 'words');
    await writeFile(file, MNEMONIC);
    const { code, output } = await swapdesk('wallet', 'import', '--file', file);
    expect([code, output]).toEqual([0, expect.stringContaining('in place of a wallet that was not in use')]);
    expect(output).not.toContain('abandon');
    expect((await readdir(folder)).filter((name) => name.startsWith('wallet-replaced-'))).toHaveLength(1);
  });

  it('takes no words as arguments', async () => {
    expect(await swapdesk('wallet', 'import', ...MNEMONIC.split(' '))).toMatchObject({ code: 1 });
  });

  it('is shown', async () => {
    const shown = await swapdesk('wallet', 'show');
    expect(shown).toMatchObject({ code: 0, output: expect.stringMatching(/Bitcoin\ntreasury +none yet/) });
    expect((await swapdesk('wallet', 'addresses', 'bitcoin')).output).toContain(
      'No order has had an address',
    );
    expect((await swapdesk('wallet', 'addresses', 'nope')).output).toContain('There is no chain nope');
  });
});

describe('the configuration', () => {
  const begin = async (chains: string, SWAPDESK_DATA_DIR: string) =>
    runHere(['config', 'init', '--network', 'regtest', '--chains', chains], { SWAPDESK_DATA_DIR });

  it('is begun with for chains that are named, once, and is right', async () => {
    const dataDir = join(folder, 'begun');
    const file = join(dataDir, 'swapdesk.config.json');
    const { code, output } = await begin('litecoin,Ethereum=http://127.0.0.1:9', dataDir);
    expect([code, output]).toEqual([0, expect.stringMatching(/Wrote \S+: Litecoin, Ethereum on regtest/)]);
    expect(output).toContain('npx swapdesk config check');
    expect((await stat(file)).mode & 0o077).toBe(0);
    const checked = await runHere(['config', 'check'], { SWAPDESK_DATA_DIR: dataDir });
    expect([checked.code, checked.output]).toEqual([0, expect.stringContaining(`${file} is right.`)]);
    const before = await readFile(file, 'utf8');
    expect(before).toContain('"http://127.0.0.1:9"');
    const again = await begin('Bitcoin', dataDir);
    expect([again.code, again.output]).toEqual([
      1,
      `There is a configuration already: ${file}. Change it, or move it away first.\n`,
    ]);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('is not begun with for what cannot be followed, and nothing is left behind', async () => {
    const dataDir = join(folder, 'not-begun');
    expect(await begin('Litcoin', dataDir)).toMatchObject({
      code: 1,
      output: expect.stringContaining('did you mean "Litecoin"?'),
    });
    expect((await begin('Litecoin=nowhere', dataDir)).output).toMatch(
      /chains\.Litecoin\.endpoint: must be a URL/,
    );
    expect((await begin('', dataDir)).code).toBe(1);
    expect(await readdir(dataDir)).toEqual([]);
  });

  const check = (file: string) => swapdesk('config', 'check', '--file', file);

  it('is checked, and told all that is wrong', async () => {
    const file = join(folder, 'chains.json');
    const litecoin = { family: 'bitcoin', endpoint: 'http://127.0.0.1:1', user: 'u', password: 'hush' };
    await writeFile(file, JSON.stringify({ network: 'regtest', chains: { Litecoin: litecoin } }), {
      mode: 0o600,
    });
    expect(await check(file)).toEqual({
      code: 0,
      output: `${file} is right. Followed on regtest: Litecoin. All other chains are switched off.\n`,
    });
    await writeFile(file, JSON.stringify({ network: 'regtset', chains: { Litcoin: {} } }));
    const { code, output } = await check(file);
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.any(String), expect.any(String)]]);
    expect(output).toContain('did you mean "Litecoin"?');
  });

  it('is shown without its secrets', async () => {
    const { code, output } = await swapdesk('config', 'show');
    expect([code, JSON.parse(output)]).toEqual([0, expect.objectContaining({ chains: 'simulated' })]);
    const [, password] = /:([^:@]+)@/.exec(store.url) as unknown as [string, string];
    expect(output).not.toContain(password);
  });
});
