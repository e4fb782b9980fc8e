import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDecimal } from '@swapdesk/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartupError } from '../startup-error.ts';
import type { BitcoinChainConfig, EvmChainConfig } from './chains-config.ts';
import { DEFAULT_SWEEP, findConfigFile, readConfigFile } from './config-file.ts';
import { walletChoicesOf } from './wallet-choices.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-config-'));
  file = join(folder, 'swapdesk.config.json');
});
afterEach(() => rm(folder, { recursive: true }));

const LITECOIN = { family: 'bitcoin', endpoint: 'http://127.0.0.1:9332', user: 'u', password: 'p' };
const ETHEREUM = { family: 'evm', chainId: 1, endpoints: ['https://a.example', 'https://b.example'] };
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';

async function read(config: unknown, env: Record<string, string> = {}) {
  await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config), { mode: 0o600 });
  return readConfigFile(file, env);
}

/** The lines of the error, without the file's name that each begins with. */
async function complaints(config: unknown, env: Record<string, string> = {}): Promise<string[]> {
  const error: unknown = await read(config, env).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  return (error as Error).message.split('\n').map((line) => {
    expect(line.startsWith(`${file}: `)).toBe(true);
    return line.slice(file.length + 2);
  });
}

const litecoin = async (more: object, env = {}) =>
  (await read({ network: 'main', chains: { Litecoin: { ...LITECOIN, ...more } } }, env)).chains?.chains.get(
    'Litecoin',
  ) as BitcoinChainConfig;
const ethereum = async (more: object, env = {}, network = 'main') =>
  (await read({ network, chains: { Ethereum: { ...ETHEREUM, ...more } } }, env)).chains?.chains.get(
    'Ethereum',
  ) as EvmChainConfig;

describe('a chain of the Bitcoin family', () => {
  it('is complete with little: the rest has defaults', async () => {
    expect(await litecoin({})).toEqual({
      family: 'bitcoin',
      name: 'Litecoin',
      space: 'litecoin',
      deposits: 'p2wpkh',
      treasury: '1/0',
      endpoint: 'http://127.0.0.1:9332',
      auth: { kind: 'password', user: 'u', password: 'p' },
      confirmations: 6,
      fees: { floor: 1_000n, cap: 200_000n, fallback: 10_000n, targetBlocks: 3 },
      help: null,
      zmq: null,
      poll: { busyS: 0, idleS: 5 },
    });
  });

  it('has fees to the thousandth of a unit, as text or number', async () => {
    const { fees, confirmations } = await litecoin({
      fees: { floor: '1.001', fallback: 2.5, cap: 1e2, target: 6 },
      confirmations: 12,
    });
    expect(fees).toEqual({
      floor: 1_001n,
      cap: 100_000n,
      fallback: 2_500n,
      targetBlocks: 6,
    });
    expect(confirmations).toBe(12);
  });

  it('has the deposit addresses and the treasury that the wallet is told of', async () => {
    const { chains } = await read({
      network: 'main',
      chains: {
        Bitcoin: { ...LITECOIN, treasury: '1/5' },
        Litecoin: { ...LITECOIN, deposits: 'p2tr', treasury: '2147483647/0' },
        Dogecoin: LITECOIN,
        Ethereum: { ...ETHEREUM, treasury: '7/2' },
      },
    });
    expect(walletChoicesOf(chains)).toEqual({
      kinds: { bitcoin: 'usual', litecoin: 'taproot', dogecoin: 'usual', evm: 'usual' },
      treasuryPaths: { bitcoin: '1/5', litecoin: '2147483647/0', dogecoin: '1/0', evm: '7/2' },
    });
    expect(walletChoicesOf(null)).toEqual({ kinds: {}, treasuryPaths: {} });
  });

  it('has no choice of deposit addresses on Dogecoin', async () => {
    const chains = { Dogecoin: { ...LITECOIN, deposits: 'p2tr' } };
    expect(await complaints({ network: 'main', chains })).toEqual([
      'chains.Dogecoin.deposits: is no choice on Dogecoin, whose addresses are P2PKH; remove it',
    ]);
  });

  it('helps deposits along only if told to, with defaults or as told', async () => {
    const worth = 50n * 10n ** 18n;
    expect((await litecoin({ help: {} })).help).toEqual({ waitS: 1_800, worth, mostUnits: null });
    const help = { wait: 600, worth: '1.5', most: '0.00012345' };
    expect((await litecoin({ help })).help).toEqual({
      waitS: 600,
      worth: 15n * 10n ** 17n,
      mostUnits: 12_345n,
    });
    expect(
      await complaints({
        network: 'main',
        chains: { Litecoin: { ...LITECOIN, help: { most: '0.123456789' } } },
      }),
    ).toEqual(['chains.Litecoin.help.most: 0.123456789 has more than 8 decimals; write fewer']);
  });

  it('is known to its node by a cookie just as well', async () => {
    const chains = { Litecoin: { family: 'bitcoin', endpoint: 'http://n:1', cookieFile: 'node/.cookie' } };
    expect((await read({ network: 'test', chains })).chains?.chains.get('Litecoin')).toMatchObject({
      auth: { kind: 'cookie', file: join(folder, 'node/.cookie') },
    });
  });

  it.each<[string, object, string]>([
    [
      'too fine a fee',
      { fees: { cap: '1.0001' } },
      'chains.Litecoin.fees.cap: 1.0001 has more than 3 decimals',
    ],
    [
      'a cap below the floor',
      { fees: { cap: 0.5 } },
      'chains.Litecoin.fees: must rise from floor to fallback to cap',
    ],
    ['a cap of nothing', { fees: { floor: 0, fallback: 0, cap: 0 } }, 'above 0'],
    [
      'a user in the URL',
      { endpoint: 'http://u:p@n:1' },
      'chains.Litecoin.endpoint: must be without user and',
    ],
    ['no password', { password: undefined }, 'chains.Litecoin: needs "user" and "password", or "cookieFile"'],
    ['both kinds of access', { cookieFile: '.cookie' }, 'write one or the other'],
    ['another kind of address', { deposits: 'p2sh' }, 'deposits: must be "p2wpkh" or "p2tr", not "p2sh"'],
    ['a treasury among the deposits', { treasury: '0/5' }, 'treasury: must not begin with 0'],
    ['a hardened treasury', { treasury: "1'/0" }, 'treasury: must be two steps such as "1/0"'],
    ['a treasury at a full path', { treasury: "m/84'/2'/0'/1/0" }, 'two steps such as "1/0"'],
    ['a step too far', { treasury: '1/2147483648' }, 'treasury: must have steps below 2147483648'],
  ])('is refused with %s', async (_what, more, words) => {
    const lines = await complaints({ network: 'main', chains: { Litecoin: { ...LITECOIN, ...more } } });
    expect(lines).toEqual([expect.stringContaining(words)]);
  });
});

describe('a chain of the EVM family', () => {
  it('is complete with little: the rest has defaults', async () => {
    expect(await ethereum({})).toEqual({
      family: 'evm',
      name: 'Ethereum',
      space: 'evm',
      treasury: '1/0',
      chainId: 1,
      endpoints: [
        { url: 'https://a.example', headers: {} },
        { url: 'https://b.example', headers: {} },
      ],
      quorum: 2,
      finality: 'finalized',
      confirmations: 12,
      fees: {
        floor: 100_000_000n,
        cap: 300_000_000_000n,
        minimumPriority: 1_000_000_000n,
        legacy: false,
      },
      trace: 'auto',
      poll: { busyS: 0, idleS: 5 },
      ws: null,
      tokens: new Map(),
    });
    expect((await ethereum({ endpoints: ['https://a.example'] })).quorum).toBe(1);
  });

  it('takes endpoints and headers from where they are kept', async () => {
    await writeFile(join(folder, 'token'), 'Bearer abc\n');
    const endpoints = [
      { env: 'NODE' },
      { url: { env: 'NODE' }, headers: { authorization: { file: 'token' } } },
    ];
    expect((await ethereum({ endpoints }, { NODE: 'https://x.example/key' })).endpoints).toEqual([
      { url: 'https://x.example/key', headers: {} },
      { url: 'https://x.example/key', headers: { authorization: 'Bearer abc' } },
    ]);
  });

  it('has contracts of its own on test networks, in the canonical form', async () => {
    const { tokens } = await ethereum({ chainId: 31_337, tokens: { USDT } }, {}, 'regtest');
    expect(tokens).toEqual(new Map([['USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7']]));
  });

  it.each<[string, string, object, string]>([
    ['another id on the main network', 'main', { chainId: 56 }, 'chainId: must be 1 for Ethereum'],
    [
      'a main network among test networks',
      'test',
      {},
      'chainId: 1 is a main network, but "network" is "test"',
    ],
    ['a quorum of more than there are', 'main', { quorum: 3 }, 'quorum: 3 cannot agree where there are 2'],
    ['a floor above the cap', 'main', { fees: { floor: 301 } }, 'fees: must have a cap above 0 that floor'],
    [
      'too fine a fee',
      'main',
      { fees: { priority: '0.0000000001' } },
      'fees.priority: 0.0000000001 has more',
    ],
    ['contracts on the main network', 'main', { tokens: { USDT } }, 'tokens: is for test networks'],
    ['a token that is not there', 'test', { chainId: 5, tokens: { USDD: USDT } }, 'did you mean "USDT"?'],
    ['a mistyped contract', 'test', { chainId: 5, tokens: { USDT: USDT.replace('d', 'D') } }, 'EIP-55'],
    ['an endpoint from nowhere', 'main', { endpoints: [{ env: 'NODE' }] }, 'NODE is not set'],
    ['a secret from nowhere', 'main', { endpoints: [{ file: 'gone' }] }, 'there is no such file'],
  ])('is refused with %s', async (_what, network, more, words) => {
    const lines = await complaints({ network, chains: { Ethereum: { ...ETHEREUM, ...more } } });
    expect(lines).toEqual([expect.stringContaining(words)]);
  });

  it('is not the same network as another chain', async () => {
    const chains = { Ethereum: { ...ETHEREUM, chainId: 31_337 }, BSC: { ...ETHEREUM, chainId: 31_337 } };
    expect(await complaints({ network: 'regtest', chains })).toEqual([
      "chains.BSC.chainId: 31337 is Ethereum's already; every chain needs a network of its own",
    ]);
  });
});

describe('chains with the same keys', () => {
  it('have one treasury', async () => {
    const bsc = { ...ETHEREUM, chainId: 56 };
    const chains = { Ethereum: { ...ETHEREUM, treasury: '1/3' }, BSC: bsc };
    expect(await complaints({ network: 'main', chains })).toEqual([
      'chains.BSC.treasury: must be "1/3" as for Ethereum: chains with the same keys have one treasury',
    ]);
    const wrong = { ...chains, Ethereum: { ...ETHEREUM, treasury: '0/3' } };
    expect(await complaints({ network: 'main', chains: wrong })).toEqual([
      'chains.Ethereum.treasury: must not begin with 0, where deposit addresses are; write "1/0"',
    ]);
    const { chains: agreed } = await read({
      network: 'main',
      chains: { ...chains, BSC: { ...bsc, treasury: '1/3' } },
    });
    expect(walletChoicesOf(agreed).treasuryPaths).toEqual({ evm: '1/3' });
  });
});

describe('fees', () => {
  it('are read to the unit, whatever their size and however they are written', async () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 18n });
    const property = fc.asyncProperty(units, fc.boolean(), async (floor, asText) => {
      const fee = (value: bigint) => (asText ? `"${formatDecimal(value, -9)}"` : formatDecimal(value, -9));
      const chain = JSON.stringify({ ...ETHEREUM, fees: 0 }).replace(
        '"fees":0',
        `"fees":{"floor":${fee(floor)},"cap":${fee(floor + 1n)},"priority":0}`,
      );
      const { chains } = await read(`{"network":"main","chains":{"Ethereum":${chain}}}`);
      const fees = { floor: floor, cap: floor + 1n };
      expect(chains?.chains.get('Ethereum')).toMatchObject({ fees });
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

describe('the rest of the file', () => {
  it('has defaults', async () => {
    const none = { withdrawals: {}, site: {}, widgetOrigins: [], languages: [], without: [] };
    expect(await read({ network: 'test' })).toEqual({
      ...none,
      file,
      network: 'test',
      chains: null,
      market: null,
      hedge: null,
      alerts: null,
      sweep: DEFAULT_SWEEP,
      signer: null,
      record: null,
      warnings: [],
    });
    expect(DEFAULT_SWEEP).toEqual({ worth: 10n ** 19n, intervalS: 60 });
  });

  it('says when to sweep and who signs', async () => {
    for (const name of ['ca', 'cert', 'key']) await writeFile(join(folder, name), 'x');
    const signer = { url: 'https://s.example', ca: 'ca', cert: 'cert', key: 'key' };
    expect(await read({ network: 'test', sweep: { worth: '2.5', interval: 5 }, signer })).toMatchObject({
      sweep: { worth: 25n * 10n ** 17n, intervalS: 5 },
      signer: { kind: 'https', caFile: join(folder, 'ca'), certFile: join(folder, 'cert') },
    });
    expect((await read({ network: 'test', signer: { socket: '/run/s.sock' } })).signer).toEqual({
      kind: 'socket',
      path: '/run/s.sock',
    });
  });
});

describe('the example of the documentation', () => {
  const example = fileURLToPath(new URL('../../../../docs/swapdesk.config.example.json', import.meta.url));

  it('is right, once its secrets are there', () => {
    const env = { LITECOIN_RPC_PASSWORD: 'p', ETHEREUM_URL: 'https://e.example/key', ETHEREUM_TOKEN: 't' };
    const { chains, warnings } = readConfigFile(example, env);
    expect([...(chains?.chains.keys() ?? [])]).toEqual(['Bitcoin', 'Litecoin', 'Ethereum']);
    expect(warnings).toEqual([]);
    expect(() => readConfigFile(example, {})).toThrow(/LITECOIN_RPC_PASSWORD is not set/);
  });
});

describe('a file that is wrong', () => {
  it('is told all of it at once, a line each', async () => {
    const chains = {
      Litecoin: { ...LITECOIN, endpont: 'x', fees: { cap: 'low' } },
      Ethereum: { ...ETHEREUM, chainId: 2, quorum: 9 },
      Slana: {},
    };
    expect(await complaints({ network: 'main', chains, signer: { socket: 1 } })).toEqual([
      expect.stringContaining('chains.Litecoin.endpont: is not known here; did you mean "endpoint"?'),
      expect.stringContaining('chains.Litecoin.fees.cap: must be'),
      expect.stringContaining('chains.Slana: is not known here'),
      expect.stringContaining('signer.socket: must be a path'),
      expect.stringContaining('chains.Ethereum.chainId: must be 1'),
      expect.stringContaining('chains.Ethereum.quorum: 9 cannot agree'),
    ]);
  });

  it.each([
    ['{\n  "network": "main",\n}', /^is not JSON: unexpected "}" at 23, in line 3$/],
    ['', /^is not JSON: it ends too early$/],
    ['{"network":"main","network":"test"}', /stands twice/],
    ['[]', /^must be \{ "network": … \}$/],
    ['null', /^must be \{ "network": … \}$/],
    ['{"network":"main"}', /^chains: must name the chains to follow/],
    ['{"network":"main","chains":{}}', /^chains: must name the chains to follow/],
    ['{"network":"main","chains":[]}', /^chains: must be/],
  ])('such as %j is told why', async (text, words) => {
    expect(await complaints(text)).toEqual([expect.stringMatching(words)]);
  });

  it('never makes the reader fail in any other way', async () => {
    const property = fc.asyncProperty(fc.json(), async (text) => {
      const error: unknown = await read(text).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StartupError);
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

describe('warnings', () => {
  it('are for passwords that everyone on the machine can read', async () => {
    const chains = { Litecoin: LITECOIN };
    expect((await read({ network: 'test', chains })).warnings).toEqual([]);
    await chmod(file, 0o644);
    expect(readConfigFile(file, {}).warnings).toEqual([
      expect.stringMatching(/can read chains\.Litecoin\.password\. Run: chmod 600/),
    ]);
    const inUrl = { Ethereum: { ...ETHEREUM, endpoints: ['https://u:p@a.example'] } };
    await writeFile(file, JSON.stringify({ network: 'main', chains: inUrl }));
    expect(readConfigFile(file, {}).warnings[0]).toContain('can read chains.Ethereum.endpoints[0].');
    const hidden = { Litecoin: { ...LITECOIN, password: { env: 'P' } } };
    await writeFile(file, JSON.stringify({ network: 'test', chains: hidden }));
    expect(readConfigFile(file, { P: 'p' }).warnings).toEqual([]);
  });

  it('are for one endpoint that is believed alone on the main network', async () => {
    const chains = { Ethereum: { ...ETHEREUM, endpoints: ['https://a.example'] } };
    expect((await read({ network: 'main', chains })).warnings).toEqual([
      expect.stringContaining('chains.Ethereum: one endpoint alone is believed'),
    ]);
  });
});

describe('where the file is', () => {
  it('is what SWAPDESK_CONFIG says, or the first folder that has one', async () => {
    expect(findConfigFile({}, [join(folder, 'none'), folder])).toBeNull();
    await writeFile(file, '{}');
    expect(findConfigFile({}, [join(folder, 'none'), folder])).toBe(file);
    expect(findConfigFile({ SWAPDESK_CONFIG: '' }, [folder])).toBe(file);
    expect(findConfigFile({ SWAPDESK_CONFIG: '/else/where.json' }, [folder])).toBe('/else/where.json');
  });

  it('must have one', () => {
    expect(() => readConfigFile(file, {})).toThrow(
      /there is no such file; name another with SWAPDESK_CONFIG/,
    );
  });
});
