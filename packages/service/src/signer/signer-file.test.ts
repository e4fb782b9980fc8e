import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { DEFAULT_FEE_CAPS } from './fee-caps.ts';
import type { Limit } from './limits.ts';
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

/** All of the catalogue, as the file pins it. */
function pins(): Record<string, { decimals: number; contract?: string }> {
  return Object.fromEntries(
    catalogue.assets.map(({ chain, abbr, decimals, contract }) => [
      `${chain.name}:${abbr}`,
      contract === null ? { decimals } : { decimals, contract },
    ]),
  );
}

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
  it('names nodes of its own, for chains whose transactions expire', async () => {
    const endpoints = [{ url: 'http://10.0.0.7:8090', solidity: 'http://10.0.0.7:8091' }];
    const { nodes } = await read({ nodes: { TRON: { endpoints } } });
    expect(nodes.get('TRON')).toEqual({
      endpoints: [{ url: 'http://10.0.0.7:8090', solidityUrl: 'http://10.0.0.7:8091', headers: {} }],
      quorum: 1,
    });
    const url = 'http://10.0.0.7:8899/';
    const own = await read({ nodes: { Solana: { endpoints: [url] } } });
    expect(own.nodes.get('Solana')).toEqual({
      endpoints: [{ url, headers: {}, solidityUrl: null }],
      quorum: 1,
    });
    const ofTron = { Solana: { endpoints: [{ url, solidity: url }] } };
    await expect(read({ nodes: ofTron })).rejects.toThrow('is of TRON alone');
    await expect(read({ nodes: { Bitcoin: { endpoints } } })).rejects.toThrow('nodes.Bitcoin: needs none');
    await expect(read({ nodes: { TRON: { endpoints, quorum: 2 } } })).rejects.toThrow('name more endpoints');
  });

  it('may be missing: then it listens where engines expect it, without limits', () => {
    expect(readSignerFile({}, [folder], EXPECTED)).toEqual({
      file: null,
      listen: EXPECTED,
      stopFile: null,
      record: null,
      assets: {},
      limits: {},
      fees: {},
      nodes: new Map(),
      withdrawals: {},
      cold: {},
      energy: {},
    });
  });

  it('names a cold address for each chain, if it can be paid to', async () => {
    const bitcoin = catalogue.find('Bitcoin', 'BTC')?.chain.id as number;
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const file = await read({ assets: pins(), cold: { Bitcoin: address } });
    expect(rulesOf(file, catalogue, 'main').cold).toEqual(new Map([[bitcoin, address]]));
    const wrong = await read({ assets: pins(), cold: { Bitcoin: 'bc1nonsense', Nowhere: address } });
    expect(() => rulesOf(wrong, catalogue, 'main')).toThrow(
      /cold\.Bitcoin.*cannot be paid to[\s\S]*cold\.Nowhere.*is no chain/,
    );
  });

  it('names whose energy is lent on a chain, and how much of it at most', async () => {
    const tron = catalogue.find('TRON', 'TRX')?.chain.id as number;
    const account = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
    const file = await read({ assets: pins(), energy: { TRON: { account, most: '20000' } } });
    const lenders = new Map([[tron, { account, most: 20_000_000_000n }]]);
    expect(rulesOf(file, catalogue, 'main').lenders).toEqual(lenders);
    const wrong = await read({ assets: pins(), energy: { TRON: { account: 'Tnobody', most: '1.0000001' } } });
    expect(() => rulesOf(wrong, catalogue, 'main')).toThrow(/energy\.TRON.*cannot be paid to/);
  });

  it('is found by its variable too', async () => {
    const file = join(folder, 'other.json');
    await writeFile(file, '{"stopFile": "stop"}');
    const { stopFile } = readSignerFile({ SWAPDESK_SIGNER_CONFIG: file }, [], EXPECTED);
    expect(stopFile).toBe(join(folder, 'stop'));
  });

  it('names no stop file that nobody could make when it is needed', async () => {
    const nowhere = join(folder, 'run', 'STOP');
    await expect(read({ stopFile: nowhere })).rejects.toThrow(
      /stopFile.*\/run cannot be used: it is not there; make it/s,
    );
    await writeFile(join(folder, 'file'), '');
    await expect(read({ stopFile: 'file/STOP' })).rejects.toThrow(
      /stopFile.*file cannot be used: it is no folder/s,
    );
    await mkdir(join(folder, 'run'));
    expect((await read({ stopFile: nowhere })).stopFile).toBe(nowhere);
  });

  it('says where to listen', async () => {
    expect((await read({ listen: { socket: 'own.sock' } }, null)).listen).toEqual({
      kind: 'socket',
      path: join(folder, 'own.sock'),
    });
    for (const name of ['ca', 'cert', 'key']) await writeFile(join(folder, name), '');
    const listen = { host: '10.0.0.5', port: 7443, ca: 'ca', cert: 'cert', key: 'key' };
    expect((await read({ listen }, HTTPS)).listen).toMatchObject({
      kind: 'https',
      host: '10.0.0.5',
      port: 7443,
      certFile: join(folder, 'cert'),
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
    const rules = rulesOf(
      await read({ assets: pins(), limits, fees: { Litecoin: '0.3' } }),
      catalogue,
      'test',
    );
    const idOf = (chain: string, coin: string) => catalogue.find(chain, coin)!.id;
    expect([...rules.limits.keys()]).toEqual(catalogue.assets.map(({ id }) => id));
    const isLimited = ([, { perTransaction, perHour }]: [number, Limit]) =>
      (perTransaction ?? perHour) !== null;
    expect(new Map([...rules.limits].filter(isLimited))).toEqual(
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
    expect(unlimitedAssets(rules)).toContain('Ethereum:ETH');
    expect(unlimitedAssets(rules)).not.toContain('Bitcoin:BTC');
  });

  it('names all assets, chains and decimals that do not exist', async () => {
    const file = await read({
      assets: pins(),
      limits: { 'Bitcoin:XYZ': {}, 'Bitcoin:BTC': { perHour: '0.123456789' } },
      fees: { X: 1 },
    });
    expect(() => rulesOf(file, catalogue, 'test')).toThrow(
      /limits\.Bitcoin:XYZ: is none of "assets".*\n.*perHour: 0\.123456789 has more than 8 decimals.*\n.*fees\.X: is no chain/,
    );
  });

  it('names all that is signed for: without that nothing is', async () => {
    const nothing = await read({});
    expect(() => rulesOf(nothing, catalogue, 'test')).toThrow(
      /assets: is missing.*npx swapdesk signing assets/,
    );
    const some = await read({ assets: { 'Bitcoin:BTC': { decimals: 8 } } });
    const rules = rulesOf(some, catalogue, 'test');
    expect(rules.assets.assets.map(({ abbr }) => abbr)).toEqual(['BTC']);
    expect([...rules.limits.keys()]).toEqual([catalogue.find('Bitcoin', 'BTC')?.id]);
  });

  it.each([
    [
      'another contract',
      { 'Ethereum:ETH': { decimals: 18 }, 'Ethereum:USDT': { decimals: 6, contract: `0x${'1'.repeat(40)}` } },
      /Ethereum:USDT: is 0xdAC17F.* in the database/,
    ],
    [
      'no contract',
      { 'Ethereum:ETH': { decimals: 18 }, 'Ethereum:USDT': { decimals: 6 } },
      /Ethereum:USDT: is 0xdAC17F/,
    ],
    ['other decimals', { 'Bitcoin:BTC': { decimals: 6 } }, /Bitcoin:BTC: has 8 decimals in the database/],
    [
      'an asset that is not there',
      { 'Bitcoin:XYZ': { decimals: 8 } },
      /Bitcoin:XYZ: is no asset that is followed/,
    ],
    [
      'a token without its fuel',
      { 'Ethereum:USDT': { decimals: 6, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' } },
      /Ethereum:USDT: needs Ethereum:ETH/,
    ],
  ])('does not start with %s', async (_what, assets, words) => {
    const file = await read({ assets });
    expect(() => rulesOf(file, catalogue, 'test')).toThrow(words);
  });

  it('has a cap of its own for chains of the catalogue alone', () => {
    const names = new Set(catalogue.assets.map(({ chain }) => chain.name));
    expect(Object.keys(DEFAULT_FEE_CAPS).filter((name) => !names.has(name))).toEqual([]);
  });
});
