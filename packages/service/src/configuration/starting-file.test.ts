import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConfigFile, readConfigFile } from './config-file.ts';
import { FOLLOWED_NAMES, type StartingChain, startingFile } from './starting-file.ts';

const LINUX = { home: '/home/anna', platform: 'linux' } as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-starting-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

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
      FOLLOWED_NAMES.map((name) => ({ name })),
    );
    expect([...(chains?.chains.keys() ?? [])].sort()).toEqual([...FOLLOWED_NAMES].sort());
    expect(chains?.network).toBe(network);
  });

  it('names nodes where they are by default', () => {
    const { chains } = read('regtest', [{ name: 'Litecoin' }, { name: 'Ethereum' }]);
    expect(chains?.chains.get('Litecoin')).toMatchObject({
      ...{ endpoint: 'http://127.0.0.1:19443', confirmations: 2 },
      auth: { kind: 'cookie', file: '/home/anna/.litecoin/regtest/.cookie' },
    });
    expect(chains?.chains.get('Ethereum')).toMatchObject({
      ...{ chainId: 31_337, finality: 'confirmations', confirmations: 2 },
    });
    expect(read('main', [{ name: 'Bitcoin' }]).chains?.chains.get('Bitcoin')).toMatchObject({
      ...{ endpoint: 'http://127.0.0.1:8332', confirmations: 3 },
      auth: { file: '/home/anna/.bitcoin/.cookie' },
    });
    expect(startingFile('test', [{ name: 'Dogecoin' }], { ...LINUX, platform: 'darwin' }, null)).toContain(
      '/home/anna/Library/Application Support/Dogecoin/testnet3/.cookie',
    );
  });

  it('names others as it is told', () => {
    const chains = [{ name: 'Base', endpoint: 'http://10.0.0.9:1234' }] as const;
    expect(read('test', chains).chains?.chains.get('Base')).toMatchObject({
      ...{ chainId: 84_532, finality: 'finalized', endpoints: [{ url: 'http://10.0.0.9:1234' }] },
    });
  });
});
