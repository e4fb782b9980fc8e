import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfigFile } from './config-file.ts';
import { shownChains } from './show.ts';

const USDT = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-tron-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(tron: object, network = 'test') {
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, JSON.stringify({ network, chains: { TRON: tron } }), { mode: 0o600 });
  const { chains, warnings } = readConfigFile(file, { KEY: 'k' });
  return { chain: chains?.chains.get('TRON'), warnings, chains };
}

const ONE = { family: 'tron', endpoints: ['https://a.example'] };

describe('TRON in the file', () => {
  it('is as the file says, or as usual', () => {
    const { chain } = read({
      ...ONE,
      endpoints: [
        { url: 'http://127.0.0.1:8090', solidity: 'http://127.0.0.1:8091' },
        { url: 'https://a.example/x', headers: { 'TRON-PRO-API-KEY': { env: 'KEY' } } },
      ],
      lifetime: 1_800,
      tokens: { USDT },
    });
    expect(chain).toMatchObject({
      endpoints: [
        { url: 'http://127.0.0.1:8090', solidityUrl: 'http://127.0.0.1:8091', headers: {} },
        { url: 'https://a.example/x', solidityUrl: null, headers: { 'TRON-PRO-API-KEY': 'k' } },
      ],
      quorum: 2,
      lifetimeS: 1_800,
      mostEnergyPrice: 420n,
      treasury: '1/0',
      tokens: new Map([['USDT', USDT]]),
    });
    expect(read(ONE).chain).toMatchObject({ quorum: 1, lifetimeS: 3_600, tokens: new Map() });
  });

  it('names who lends energy, if anybody', () => {
    const account = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
    expect(read(ONE).chain).toMatchObject({ energy: null });
    expect(read({ ...ONE, energy: { account } }).chain).toMatchObject({ energy: { account, permission: 2 } });
    const { chains } = read({ ...ONE, energy: { account, permission: 3 } });
    expect(JSON.stringify(chains && shownChains(chains))).toContain(
      `{"account":"${account}","permission":3}`,
    );
    const wrong = { account: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ' };
    expect(() => read({ ...ONE, energy: wrong })).toThrow('energy.account: is no account');
    expect(() => read({ ...ONE, energy: { account, permission: 1 } })).toThrow('energy.permission');
  });

  it('is shown without what is secret', () => {
    const { chains } = read({
      ...ONE,
      endpoints: [{ url: 'https://a.example/key', headers: { a: 'secret' } }],
    });
    const shown = JSON.stringify(chains && shownChains(chains));
    expect(shown).toContain('https://a.example/(hidden)');
    expect(shown).not.toContain('secret');
  });

  it('is not believed by one endpoint alone on the main network', () => {
    expect(read(ONE, 'main').warnings.join()).toContain('one endpoint alone is believed');
  });

  it.each<[string, object, string]>([
    ['no endpoints', { family: 'tron', endpoints: [] }, 'endpoints'],
    ['a contract that is none', { ...ONE, tokens: { USDT: `${USDT.slice(0, -1)}g` } }, 'checksum'],
    ['a token that nobody knows', { ...ONE, tokens: { USDX: USDT } }, 'is no token of TRON'],
    ['more that must agree than there are', { ...ONE, quorum: 2 }, 'name more endpoints'],
    ['a payment that is good for two days', { ...ONE, lifetime: 172_800 }, 'from 600 to 82800'],
    ['another family', { ...ONE, family: 'evm' }, 'must be "tron"'],
  ])('is refused with %s', (_what, tron, why) => {
    expect(() => read(tron)).toThrow(why);
  });
});
