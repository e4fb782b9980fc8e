import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KNOWN_CHAINS, type KnownChain } from '../chains/known/known-chains.ts';
import { type ConfigFile, readConfigFile } from './config-file.ts';
import { type StartingChain, startingFile } from './starting-file.ts';

const LINUX = { home: '/home/anna', platform: 'linux' } as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-starting-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const named = (name: string) => KNOWN_CHAINS.find((chain) => chain.name === name) as KnownChain;

/** What the service makes of it. */
function read(network: 'main' | 'test' | 'regtest', chains: readonly StartingChain[]): ConfigFile {
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, startingFile(network, chains, LINUX, '../schema.json'), { mode: 0o600 });
  return readConfigFile(file, {});
}

describe('a configuration to begin with', () => {
  it.each(['main', 'test', 'regtest'] as const)('is right for every chain at once, on %s', (network) => {
    const { chains } = read(
      network,
      KNOWN_CHAINS.map((known) => ({ known })),
    );
    expect([...(chains?.chains.keys() ?? [])].sort()).toEqual(KNOWN_CHAINS.map(({ name }) => name).sort());
    expect(chains?.network).toBe(network);
  });

  it('names nodes where they are by default', () => {
    const { chains } = read('regtest', [{ known: named('Litecoin') }, { known: named('Ethereum') }]);
    expect(chains?.chains.get('Litecoin')).toMatchObject({
      endpoint: 'http://127.0.0.1:19443',
      confirmations: 2,
      auth: { kind: 'cookie', file: '/home/anna/.litecoin/regtest/.cookie' },
    });
    expect(chains?.chains.get('Ethereum')).toMatchObject({
      chainId: 31_337,
      finality: 'confirmations',
      confirmations: 2,
    });
    expect(read('main', [{ known: named('Bitcoin') }]).chains?.chains.get('Bitcoin')).toMatchObject({
      endpoint: 'http://127.0.0.1:8332',
      confirmations: 3,
      auth: { file: '/home/anna/.bitcoin/.cookie' },
    });
    expect(
      startingFile('test', [{ known: named('Dogecoin') }], { ...LINUX, platform: 'darwin' }, null),
    ).toContain('/home/anna/Library/Application Support/Dogecoin/testnet3/.cookie');
  });

  it('names others as it is told', () => {
    const chains = [{ known: named('Base'), endpoint: 'http://10.0.0.9:1234' }];
    expect(read('test', chains).chains?.chains.get('Base')).toMatchObject({
      chainId: 84_532,
      finality: 'finalized',
      endpoints: [{ url: 'http://10.0.0.9:1234' }],
    });
  });
});
