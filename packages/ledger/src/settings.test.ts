import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

let folder: string;
let least: Record<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-ledger-settings-'));
  writeFileSync(join(folder, 'secret'), 'not told\n', { mode: 0o600 });
  least = {
    SWAPDESK_URL: 'http://127.0.0.1:8080',
    SWAPDESK_API_KEY: 'k1',
    SWAPDESK_API_SECRET_FILE: join(folder, 'secret'),
    LEDGER_SIGNING_KEY_FILE: join(folder, 'key.pem'),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

it('serves this machine alone, and fixed swaps that hold three minutes, where nothing is said', () => {
  expect(readSettings(least)).toEqual({
    url: 'http://127.0.0.1:8080',
    apiKey: 'k1',
    apiSecret: 'not told',
    signingKeyFile: join(folder, 'key.pem'),
    token: null,
    host: '127.0.0.1',
    port: 8_090,
    refCode: undefined,
    commissionRate: '0',
    methods: ['fixed'],
    holdS: 180,
  });
});

it('says what is wrong', () => {
  for (const [wrong, words] of [
    [{ SWAPDESK_URL: '' }, 'SWAPDESK_URL is missing'],
    [{ LEDGER_HOST: '0.0.0.0' }, 'LEDGER_TOKEN_FILE is missing'],
    [{ LEDGER_HOLD_S: '59' }, 'from 60 to'],
    [{ LEDGER_PORT: '80.5' }, 'LEDGER_PORT'],
    [{ LEDGER_COMMISSION_RATE: '20%' }, 'a part of 1'],
    [{ LEDGER_METHODS: 'fixed,best' }, 'LEDGER_METHODS'],
    [{ LEDGER_METHODS: 'fixed,fixed' }, 'LEDGER_METHODS'],
  ] as const)
    expect(() => readSettings({ ...least, ...wrong })).toThrow(words);
});

it('takes no secret from a file that others may read', () => {
  chmodSync(join(folder, 'secret'), 0o644);
  expect(() => readSettings(least)).toThrow('chmod 600');
  chmodSync(join(folder, 'secret'), 0o600);
});
