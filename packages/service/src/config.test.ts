import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shownConfig } from './cli/configuration.ts';
import { readConfig } from './config.ts';
import { StartupError } from './startup-error.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-config-'));
  file = join(folder, 'swapdesk.config.json');
});
afterEach(() => rm(folder, { recursive: true }));

const SECRET = 'hush4711';
const FILE = {
  network: 'main',
  chains: {
    Litecoin: { family: 'bitcoin', endpoint: `http://n:1/${SECRET}`, user: 'u', password: SECRET },
    Dogecoin: { family: 'bitcoin', endpoint: 'http://n:2', user: 'u', password: { env: 'P' } },
    Ethereum: {
      family: 'evm',
      chainId: 1,
      endpoints: [
        `https://a.example/v3/${SECRET}`,
        { url: `https://b.example/?k=${SECRET}`, headers: { authorization: SECRET } },
      ],
    },
  },
};

const write = (config: object) => writeFile(file, JSON.stringify(config), { mode: 0o600 });
const read = (env: Record<string, string>) =>
  readConfig({ SWAPDESK_DATA_DIR: join(folder, 'data'), ...env }, folder);

describe('the configuration', () => {
  it('takes an address of IPv6 with brackets or without', () => {
    for (const host of ['[::1]', '::1']) expect(read({ SWAPDESK_HOST: host }).host).toBe('::1');
    expect(read({ SWAPDESK_CONSOLE_LISTEN: '[::1]:8081' }).console?.host).toBe('::1');
  });

  it('is all simulated without a file', () => {
    expect(read({})).toMatchObject({ file: null, chains: null, signer: null, network: 'test' });
  });

  it('is read from the working folder, the data folder before it, and SWAPDESK_CONFIG before both', async () => {
    await write({ network: 'test' });
    expect(read({}).file).toBe(file);
    expect(readConfig({ SWAPDESK_DATA_DIR: folder }, '/').file).toBe(file);
    const other = join(folder, 'other.json');
    await writeFile(other, JSON.stringify({ network: 'regtest' }));
    expect(read({ SWAPDESK_CONFIG: other })).toMatchObject({ file: other, network: 'regtest', chains: null });
  });

  it.each(['main', 'regtest'])('needs real chains on %s', (network) => {
    expect(() => read({ SWAPDESK_NETWORK: network })).toThrow(StartupError);
    expect(() => read({ SWAPDESK_NETWORK: network })).toThrow(/needs real chains to follow/);
  });

  it("takes replicas of a PostgreSQL of one's own, one or more", () => {
    const [one, two] = ['postgresql://u:a,b@one:5432/d', 'postgres://u:p@/d?host=/run/two'];
    const replicas = (text: string) =>
      read({ SWAPDESK_DATABASE_URL: 'postgresql://db/d', SWAPDESK_REPLICA_URL: text }).replicaUrls;
    expect(read({}).replicaUrls).toEqual([]);
    expect(replicas(one)).toEqual([one]);
    for (const between of [',', ' ', ', ', '\n'])
      expect(replicas(`${one}${between}${two}`)).toEqual([one, two]);
    for (const wrong of ['one:5432', 'mysql://one/d', `${one},two`.replace('postgresql', 'http')])
      expect(() => replicas(wrong)).toThrow(/^SWAPDESK_REPLICA_URL must be one or more addresses/);
    expect(() => read({ SWAPDESK_REPLICA_URL: one })).toThrow('the embedded one has no replicas');
  });

  it('takes the network of the file, which the environment may repeat but not change', async () => {
    await write(FILE);
    expect(read({ P: SECRET })).toMatchObject({ network: 'main', chains: { network: 'main' } });
    expect(read({ P: SECRET, SWAPDESK_NETWORK: 'main' }).network).toBe('main');
    expect(() => read({ P: SECRET, SWAPDESK_NETWORK: 'test' })).toThrow(/"network" is "main"/);
  });
});

describe('the configuration as it is shown', () => {
  it('holds no secret, wherever it came from', async () => {
    const endpoints = [{ url: `https://c.example/${SECRET}`, headers: { authorization: SECRET } }];
    const { Ethereum } = FILE.chains;
    for (const name of ['ca', 'cert', 'key']) await writeFile(join(folder, name), SECRET, { mode: 0o600 });
    await write({
      ...FILE,
      chains: {
        ...FILE.chains,
        Ethereum: { ...Ethereum, ws: { url: `wss://a.example/${SECRET}`, headers: { key: SECRET } } },
        TRON: { family: 'tron', endpoints: [{ ...endpoints[0], solidity: `https://c.example/s/${SECRET}` }] },
        Solana: { family: 'solana', endpoints },
      },
      market: { venues: ['binance', { name: 'own', ...endpoints[0] }] },
      hedge: { mode: 'off', venues: [{ name: 'binance', key: { env: 'P' }, secret: { env: 'P' } }] },
      signer: { url: `https://signer.example/${SECRET}`, ca: 'ca', cert: 'cert', key: 'key' },
    });
    const env = {
      P: SECRET,
      SWAPDESK_PASSPHRASE: SECRET,
      SWAPDESK_METRICS_TOKEN: `${SECRET}, long enough`,
      SWAPDESK_DATABASE_URL: `postgresql://u:${SECRET}@db/swapdesk?password=${SECRET}`,
      SWAPDESK_REPLICA_URL: `postgresql://u:${SECRET}@one/swapdesk, postgresql://u:${SECRET}@two/swapdesk`,
      SWAPDESK_SCREENING_URL: `https://screen.example/${SECRET}`,
      SWAPDESK_TEST_SEED: SECRET,
    };
    const shown = JSON.stringify(shownConfig(read(env)));
    expect(shown).not.toContain(SECRET);
    for (const part of [
      'https://a.example/',
      'http://n:2',
      'postgresql://db/',
      'postgresql://two/',
      'https://screen.example/',
    ])
      expect(shown).toContain(part);
  });

  it('has every default filled in, and is a right file again but for the secrets', async () => {
    await write(FILE);
    const { network, chains, sweep, signer } = shownConfig(read({ P: SECRET })) as Record<string, unknown>;
    await write({ network, chains, sweep, signer });
    expect(shownConfig(read({}))).toMatchObject({ network, chains, sweep, signer });
  });
});
