import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { DEFAULT_FEE_CAPS } from './fee-caps.ts';
import { rulesOf, unlimitedAssets } from './rules.ts';
import { readSignerFile } from './signer-file.ts';

let folder: string;
let store: TestDatabase;
let catalogue: Catalogue;
beforeAll(async () => {
  store = await createTestDatabase();
  catalogue = await loadCatalogue(store.database);
});
afterAll(() => store.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-signer-file-'));
});
afterEach(() => rm(folder, { recursive: true }));

const EXPECTED = { kind: 'socket', path: '/run/signer.sock' } as const;
const HTTPS = {
  kind: 'https',
  url: 'https://signer.example',
  caFile: '',
  certFile: '',
  keyFile: '',
} as const;

async function read(content: object, expected: typeof EXPECTED | typeof HTTPS | null = EXPECTED) {
  await writeFile(join(folder, 'swapdesk.signer.json'), JSON.stringify(content));
  return readSignerFile({}, [folder], expected);
}

describe("the signer's file", () => {
  it('may be missing: then it listens where engines expect it, without limits', () => {
    expect(readSignerFile({}, [folder], EXPECTED)).toEqual({
      ...{
        file: null,
        listen: EXPECTED,
        stopFile: null,
        record: null,
        limits: {},
        fees: {},
        withdrawals: {},
      },
    });
  });

  it('is found by its variable too', async () => {
    const file = join(folder, 'other.json');
    await writeFile(file, '{"stopFile": "stop"}');
    const { stopFile } = readSignerFile({ SWAPDESK_SIGNER_CONFIG: file }, [], EXPECTED);
    expect(stopFile).toBe(join(folder, 'stop'));
  });

  it('says where to listen', async () => {
    expect((await read({ listen: { socket: 'own.sock' } }, null)).listen).toEqual({
      kind: 'socket',
      path: join(folder, 'own.sock'),
    });
    for (const name of ['ca', 'cert', 'key']) await writeFile(join(folder, name), '');
    const listen = { host: '10.0.0.5', port: 7443, ca: 'ca', cert: 'cert', key: 'key' };
    expect((await read({ listen }, HTTPS)).listen).toMatchObject({
      ...{ kind: 'https', host: '10.0.0.5', port: 7443, certFile: join(folder, 'cert') },
    });
  });

  it.each([
    ['nothing says where to listen', {}, null, 'Nothing says where the signer is to be'],
    ['engines expect TLS', {}, HTTPS, 'Engines expect the signer at https://signer.example: set "listen"'],
    ['a key is misspelt', { limit: {} }, EXPECTED, 'limit: is not known here; did you mean "limits"?'],
    ['an amount is none', { fees: { Bitcoin: 'much' } }, EXPECTED, 'fees.Bitcoin'],
    [
      'a certificate is missing',
      { listen: { host: '::1', port: 1, ca: 'ca', cert: 'cert', key: 'key' } },
      EXPECTED,
      'listen.ca: cannot read',
    ],
  ])('is refused if %s', async (_what, content, expected, words) => {
    await expect(read(content, expected)).rejects.toThrow(words);
  });

  it('sets limits and caps in the units of the assets', async () => {
    const limits = {
      'ethereum:usdt': { perHour: '20000.5' },
      'Bitcoin:BTC': { perTransaction: 1.5, perHour: 2 },
    };
    const rules = rulesOf(await read({ limits, fees: { Litecoin: '0.3' } }), catalogue, 'test');
    const idOf = (chain: string, coin: string) => catalogue.find(chain, coin)!.id;
    expect(rules.limits).toEqual(
      new Map([
        [
          idOf('Ethereum', 'USDT'),
          { name: 'Ethereum:USDT', decimals: 6, perTransaction: null, perHour: 20_000_500_000n },
        ],
        [
          idOf('Bitcoin', 'BTC'),
          { name: 'Bitcoin:BTC', decimals: 8, perTransaction: 150_000_000n, perHour: 200_000_000n },
        ],
      ]),
    );
    const chainId = (name: string) => catalogue.assets.find(({ chain }) => chain.name === name)!.chain.id;
    expect(rules.feeCaps.get(chainId('Litecoin'))).toBe(30_000_000n);
    expect(rules.feeCaps.get(chainId('Bitcoin'))).toBe(2_000_000n);
    expect(unlimitedAssets(rules, catalogue)).toContain('Ethereum:ETH');
    expect(unlimitedAssets(rules, catalogue)).not.toContain('Bitcoin:BTC');
  });

  it('names all assets, chains and decimals that do not exist', async () => {
    const file = await read({
      limits: { 'Bitcoin:XYZ': {}, 'Bitcoin:BTC': { perHour: '0.123456789' } },
      fees: { X: 1 },
    });
    expect(() => rulesOf(file, catalogue, 'test')).toThrow(
      /limits\.Bitcoin:XYZ: is no asset.*\n.*perHour: 0\.123456789 has more than 8 decimals.*\n.*fees\.X: is no chain/,
    );
  });

  it('has a cap of its own for chains of the catalogue alone', () => {
    const names = new Set(catalogue.assets.map(({ chain }) => chain.name));
    expect(Object.keys(DEFAULT_FEE_CAPS).filter((name) => !names.has(name))).toEqual([]);
  });
});
