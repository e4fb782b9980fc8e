import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shownConfig } from '../cli/configuration.ts';
import { readConfig } from '../config.ts';
import { readConfigFile } from './config-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hedge-'));
  writeFileSync(join(folder, 'secret'), 'the-secret\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const VENUE = { name: 'binance', key: { env: 'BINANCE_KEY' }, secret: { file: 'secret' } };
const MARKET = { venues: ['binance', 'kraken', 'okx'] };

function write(hedge: object, more: object = {}): string {
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, JSON.stringify({ network: 'test', market: MARKET, hedge, ...more }));
  return file;
}

const faultOf = (hedge: object, more: object = {}) => {
  try {
    readConfigFile(write(hedge, more), {});
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it('is read without its keys, which whoever trades reads, and shown without them', () => {
  const env = { BINANCE_KEY: 'the-key', SWAPDESK_DATA_DIR: join(folder, 'data') };
  const file = write({ mode: 'dry-run', venues: [VENUE] });
  const without = readConfigFile(file, {}).hedge;
  expect(without).toMatchObject({ mode: 'dry-run', venues: [{ name: 'binance' }] });
  expect(() => without?.readKeys()).toThrow(
    /hedge\.venues\[0\]\.key: the environment variable BINANCE_KEY is not set/,
  );
  const config = readConfig({ ...env, SWAPDESK_CONFIG: file });
  expect(config.hedge?.readKeys()).toEqual([{ name: 'binance', key: 'the-key', secret: 'the-secret' }]);
  const shown = JSON.stringify(shownConfig(config));
  expect(shown).toContain('"hedge":{"mode":"dry-run"');
  expect(shown + JSON.stringify(config.hedge)).not.toMatch(/the-key|the-secret/);
});

it.each<[string, object, object, RegExp]>([
  [
    'a venue that is not traded at',
    { mode: 'off', venues: [{ ...VENUE, name: 'okx' }] },
    {},
    /okx cannot be traded at; there are binance and kraken/,
  ],
  ['a venue twice', { mode: 'off', venues: [VENUE, VENUE] }, {}, /binance stands here twice/],
  [
    'a key that stands in the file',
    { mode: 'off', venues: [{ ...VENUE, key: 'abc' }] },
    {},
    /hedge\.venues\[0\]\.key/,
  ],
  [
    'no prices of markets',
    { mode: 'off', venues: [VENUE] },
    { market: undefined },
    /name venues in "market" as well/,
  ],
  [
    'real money by an open line',
    { mode: 'on', venues: [{ ...VENUE, url: 'http://venue.example' }] },
    { network: 'main' },
    /hedge\.venues\[0\]\.url: must be a URL that begins with https:\/\/$/m,
  ],
  ['play money for real', { mode: 'on', venues: [VENUE] }, {}, /binance would trade real money/],
])('refuses %s', (_what, hedge, more, words) => {
  expect(faultOf(hedge, more)).toMatch(words);
});

it('trades on a test network at a venue that is named with its address, and by prices of markets alone', () => {
  const hedge = { mode: 'on', venues: [{ ...VENUE, url: 'http://127.0.0.1:9' }] };
  expect(faultOf(hedge)).toBe('');
  const env = {
    SWAPDESK_CONFIG: write(hedge),
    SWAPDESK_PRICE_FEED: 'test',
    SWAPDESK_DATA_DIR: join(folder, 'data'),
  };
  expect(() => readConfig(env)).toThrow(/needs prices of markets/);
});
