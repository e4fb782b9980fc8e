import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfigFile } from './config-file.ts';
import { shownChains } from './show.ts';

const USDC = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-solana-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(solana: object, network = 'test') {
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, JSON.stringify({ network, chains: { Solana: solana } }), { mode: 0o600 });
  const { chains, warnings } = readConfigFile(file, { KEY: 'k' });
  return { chain: chains?.chains.get('Solana'), warnings, chains };
}

const ONE = { family: 'solana', endpoints: ['https://a.example'] };

describe('Solana in the file', () => {
  it('is as the file says, or as usual', () => {
    const { chain } = read({
      ...ONE,
      endpoints: [
        { url: 'https://a.example/x', headers: { authorization: { env: 'KEY' } } },
        'https://b.example',
      ],
      fees: { floor: 5, cap: 10 },
      tokens: { USDC },
    });
    expect(chain).toMatchObject({
      endpoints: [{ headers: { authorization: 'k' } }, { url: 'https://b.example' }],
      quorum: 2,
      fees: { floor: 5n, cap: 10n },
      treasury: "2147483647'/0'",
      genesis: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
      tokens: new Map([['USDC', USDC]]),
    });
    expect(read(ONE).chain).toMatchObject({ quorum: 1, fees: { floor: 1_000n, cap: 5_000_000n } });
    expect(read(ONE, 'regtest').chain).toMatchObject({ genesis: null });
  });

  it('is shown without what is secret', () => {
    const { chains } = read({ ...ONE, endpoints: ['https://a.example/secret'] });
    expect(JSON.stringify(shownChains(chains!))).not.toContain('secret');
  });

  it('is warned of with one endpoint alone on the main network', () => {
    expect(read(ONE, 'main').warnings).toContainEqual(expect.stringContaining('one endpoint alone'));
  });

  it.each([
    ['a cap below the floor', { ...ONE, fees: { floor: 5, cap: 4 } }, 'test', 'cap above 0'],
    ['tokens on the main network', { ...ONE, tokens: { USDC } }, 'main', 'test networks'],
    ['a token that it does not have', { ...ONE, tokens: { USDX: USDC } }, 'test', 'no token of Solana'],
    ['more that agree than there are', { ...ONE, quorum: 2 }, 'test', 'cannot agree'],
  ])('is refused with %s', (_, solana, network, words) => {
    expect(() => read(solana, network)).toThrow(words);
  });
});
