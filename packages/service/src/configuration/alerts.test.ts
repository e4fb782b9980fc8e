import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shownConfig } from '../cli/configuration.ts';
import { readConfig } from '../config.ts';
import { readConfigFile } from './config-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alerts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const KEY = Buffer.alloc(32, 5);
const SECRET = `whsec_${KEY.toString('base64')}`;
const WEBHOOK = { url: 'https://hooks.example/T0/of-the-path', secret: { env: 'HOOK_SECRET' } };
const MAIL = { host: 'mail.example', from: 'desk@example.org', to: ['anna@example.org'] };

function write(alerts: object, network = 'test'): string {
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, JSON.stringify({ network, alerts }));
  return file;
}

const faultOf = (alerts: object, network = 'test') => {
  try {
    readConfigFile(write(alerts, network), {});
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it('is read without its secrets, which whoever tells reads, and shown without them', () => {
  writeFileSync(join(folder, 'password'), 'pass-word\n');
  const mail = { ...MAIL, user: 'desk', password: { file: 'password' } };
  const file = write({ webhook: WEBHOOK, mail });
  const without = readConfigFile(file, {}).alerts;
  expect(without).toMatchObject({ againS: 21_600, mail: { host: 'mail.example', port: 587 } });
  expect(() => without?.readPlaces()).toThrow(
    /alerts\.webhook\.secret: the environment variable HOOK_SECRET is not set/,
  );
  const config = readConfig({
    SWAPDESK_CONFIG: file,
    SWAPDESK_DATA_DIR: join(folder, 'data'),
    HOOK_SECRET: SECRET,
  });
  const places = config.alerts?.readPlaces();
  expect(places?.webhook).toEqual({ url: WEBHOOK.url, key: KEY });
  expect(places?.mail).toMatchObject({ user: 'desk', password: 'pass-word', to: MAIL.to });
  const shown = JSON.stringify(shownConfig(config));
  expect(shown).toContain('"url":"https://hooks.example/(hidden)"');
  expect(shown + JSON.stringify(config.alerts)).not.toMatch(/whsec_|pass-word/);
  expect(shown).not.toContain('of-the-path');
});

it.each<[string, object, string, RegExp]>([
  ['nobody who is told', { again: 600 }, 'test', /alerts: name nobody who is told/],
  [
    'a secret that stands in the file',
    { webhook: { ...WEBHOOK, secret: SECRET } },
    'test',
    /webhook\.secret: must be/,
  ],
  ['a user without a password', { mail: { ...MAIL, user: 'desk' } }, 'test', /needs "user" and "password"/],
  [
    'a mail address that is none',
    { mail: { ...MAIL, to: ['anna, bert'] } },
    'test',
    /to\[0\]: must be a mail/,
  ],
  [
    'a webhook in the clear on the main network',
    { webhook: { ...WEBHOOK, url: 'http://hooks.example/' } },
    'main',
    /webhook\.url: must be a URL that begins with https:/,
  ],
  ['a file that is not there', { mail: { ...MAIL, ca: 'nowhere.pem' } }, 'test', /mail\.ca: cannot read/],
])('refuses %s', (_, alerts, network, words) => {
  const fault = faultOf(alerts, network);
  expect(fault).toMatch(words);
  expect(fault).not.toContain(SECRET);
});

it.each(['whsec_c2hvcnQ=', 'a secret of another form', `whsec_${Buffer.alloc(65).toString('base64')}`])(
  'refuses the secret %s, and does not repeat it',
  (secret) => {
    const { alerts } = readConfigFile(write({ webhook: WEBHOOK }), { HOOK_SECRET: secret });
    const fault = () => alerts?.readPlaces();
    expect(fault).toThrow(/must be "whsec_" and 24 to 64 bytes in base64/);
    expect(fault).not.toThrow(secret);
  },
);
