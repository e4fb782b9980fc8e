import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMnemonic, sealMnemonic } from '../packages/service/src/wallet/sealed-seed.ts';
import { mnemonicFault } from '../packages/service/src/wallet/seed.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { findProgram } from './support/find-program.ts';
import { QUICK_COST } from './support/quick-cost.ts';
import { runHere } from './support/run-here.ts';
import { runCommand } from './support/service.ts';
import { writeDown } from './support/write-down.ts';

/** The words of a seed: shown to a person, asked for again, and known to be on paper from then on. */

const PROGRAM = fileURLToPath(new URL('../packages/service/bin/swapdesk.mjs', import.meta.url));
/** Of util-linux, which every Linux has; elsewhere it takes other options. */
const HAS_SCRIPT = process.platform === 'linux' && (await findProgram('script')) !== null;

let folder: string;
let store: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-words-'));
  store = await createTestDatabase();
  const Litecoin = {
    family: 'bitcoin',
    endpoint: 'http://127.0.0.1:9',
    user: 'u',
    password: { file: 'password' },
  };
  await writeFile(join(folder, 'password'), 'p');
  await writeFile(
    join(folder, 'swapdesk.config.json'),
    JSON.stringify({ network: 'regtest', chains: { Litecoin } }),
  );
  env = { SWAPDESK_DATA_DIR: folder, SWAPDESK_DATABASE_URL: store.url };
});
afterAll(async () => {
  await store?.drop();
  await rm(folder, { recursive: true });
});

const run = (...words: string[]) => runCommand(words, env);
const wallets = async () => (await store.database.query('SELECT written_down_at FROM wallet')).rows;

/** Seals what was made anew, so that whoever opens it next takes little of the processor: several do. */
async function isOpenedQuickly(): Promise<void> {
  const passphrase = (await readFile(join(folder, 'passphrase'), 'utf8')).trim();
  const { rows } = await store.database.query('SELECT sealed_seed FROM wallet');
  const mnemonic = await openMnemonic(rows[0].sealed_seed, passphrase);
  const sealed = await sealMnemonic(mnemonic, passphrase, randomBytes, QUICK_COST);
  await store.database.query('UPDATE wallet SET sealed_seed = $1', [sealed]);
}

const begin = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [PROGRAM, 'wallet', ...args], { env: { ...process.env, ...env } });

describe('the words of a new wallet', () => {
  it('are shown on a terminal alone: elsewhere nothing is made', async () => {
    const { code, output } = await run('wallet', 'create');
    expect([code, output]).toEqual([1, expect.stringMatching(/on a terminal only.* --pipe\n$/)]);
    expect(await wallets()).toEqual([]);
    expect((await run('wallet', 'backup')).code).toBe(1);
  });

  it('are not made where a signer holds the keys and its passphrase is not here', async () => {
    const file = join(folder, 'swapdesk.config.json');
    const config = await readFile(file, 'utf8');
    await writeFile(file, JSON.stringify({ ...JSON.parse(config), signer: { socket: 'signer.sock' } }));
    const { code, output } = await run('wallet', 'create', '--pipe');
    await writeFile(file, config);
    expect([code, output]).toEqual([1, expect.stringMatching(/^The passphrase is not here: .*\n$/)]);
    expect(await wallets()).toEqual([]);
  });

  it('are not lost if whoever reads them is interrupted', async () => {
    const child = begin('create', '--pipe');
    let shown = '';
    for await (const chunk of child.stdout ?? []) {
      shown += chunk;
      if (shown.includes('Press Enter')) break;
    }
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(await wallets()).toEqual([{ written_down_at: null }]);
    await isOpenedQuickly();
    const again = await run('wallet', 'create', '--pipe');
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('npx swapdesk wallet backup')]);
    // As after a first start.
    await store.database.query("UPDATE address_space SET treasury = 'somewhere', treasury_path = '1/0'");
    const { output } = await runHere(['doctor'], env);
    expect(output).toMatch(/WRONG +seed on paper +nobody has shown yet .*npx swapdesk wallet backup/);

    const { words } = await writeDown(begin('backup', '--pipe'), false);
    expect(words).toHaveLength(24);
    expect(words.every((word) => shown.includes(` ${word}`))).toBe(true);
  });

  it('count as written down once some of them were typed again', async () => {
    const wrong = await writeDown(begin('backup', '--pipe'), false);
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('Not confirmed')]);
    const nobody = begin('backup', '--pipe');
    nobody.stdin?.end('\n');
    expect((await writeDown(nobody)).output).toContain('nobody answered');
    expect(await wallets()).toEqual([{ written_down_at: null }]);

    const { code, output, words } = await writeDown(begin('backup', '--pipe'));
    expect([code, output]).toEqual([0, expect.stringContaining('Confirmed')]);
    expect(mnemonicFault(words.join(' '))).toBeNull();
    expect(await wallets()).toEqual([{ written_down_at: expect.any(Number) }]);
    expect((await runHere(['doctor'], env)).output).toMatch(/ok +seed on paper +since 20/);
    const log = JSON.stringify(
      (await store.database.query('SELECT act, changes FROM audit_entry ORDER BY id')).rows,
    );
    expect(log).toMatch(/"wallet create".*"wallet backup"/);
    expect(words.filter((word, n) => n > 0 && log.includes(`${words[n - 1]} ${word}`))).toEqual([]);
  });

  it.runIf(HAS_SCRIPT)('leave nothing on the terminal that could be scrolled back to', async () => {
    const command = `'${process.execPath}' '${PROGRAM}' wallet backup`;
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: { ...process.env, ...env } });
    const { code, output, words } = await writeDown(child);
    expect([code, words.length]).toEqual([0, 24]);
    const [before, apart, after] = output.split(/.\[\?1049[hl]/);
    expect([before, after?.trim()]).toEqual(['', expect.stringMatching(/^Confirmed: .*$/)]);
    expect(apart).toContain('Word ');
  });
});
