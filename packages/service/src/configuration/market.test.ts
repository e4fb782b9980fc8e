import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shownConfig } from '../cli/configuration.ts';
import { type Environment, readConfig } from '../config.ts';

const folder = mkdtempSync(join(tmpdir(), 'swapdesk-market-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(market: object, env: Environment = {}) {
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, JSON.stringify({ network: 'test', market }), { mode: 0o600 });
  return readConfig({ ...env, SWAPDESK_CONFIG: file });
}

const OWN = { name: 'mine', url: 'https://prices.example/v1/key', headers: { authorization: 'Bearer xyz' } };
const THREE = { venues: ['binance', { name: 'kraken', urls: { rest: 'http://127.0.0.1:1/' } }, OWN] };

describe('the venues of a configuration file', () => {
  it('are known ones by name, known ones elsewhere, and sources of one’s own', () => {
    const { feed, market } = read({ ...THREE, small: ['POL'] });
    expect(feed).toBe('market');
    expect(market).toEqual({
      venues: [
        { kind: 'exchange', name: 'binance' },
        { kind: 'exchange', name: 'kraken', urls: { rest: 'http://127.0.0.1:1/' } },
        { kind: 'source', ...OWN },
      ],
      small: ['POL'],
    });
  });

  it('are shown without what is secret', () => {
    const shown = JSON.stringify(shownConfig(read(THREE)));
    expect(shown).toContain('"authorization":"(hidden)"');
    expect(shown).not.toMatch(/xyz|v1\/key/);
  });

  it.each<[string, object[] | string[], RegExp]>([
    ['misspelt', [{ name: 'binanse' }], /market\.venues\[0\]\.name: is not known; did you mean "binance"\?/],
    ['none', [], /market\.venues: must have at least 1/],
    ['twice', ['okx', 'okx'], /market\.venues\[1\]: okx stands here twice/],
    ['a source by a known name', [{ ...OWN, name: 'okx' }], /is the name of a known venue/],
    ['no URL', [{ name: 'mine', url: 'prices' }], /market\.venues\[0\]\.url/],
  ])('that are %s are told', (_what, venues, words) => {
    expect(() => read({ venues })).toThrow(words);
  });

  it('and a price file are not both believed: somebody has to choose', () => {
    const SWAPDESK_PRICES_FILE = '/prices.json';
    expect(() => read(THREE, { SWAPDESK_PRICES_FILE })).toThrow(/Prices come from one source/);
    expect(read(THREE, { SWAPDESK_PRICES_FILE, SWAPDESK_PRICE_FEED: 'static' }).feed).toBe('static');
    expect(read(THREE, { SWAPDESK_PRICES_FILE, SWAPDESK_PRICE_FEED: 'market' }).feed).toBe('market');
    expect(() => readConfig({ SWAPDESK_PRICE_FEED: 'market' }, '/')).toThrow(/swapdesk\.config\.json/);
  });
});
