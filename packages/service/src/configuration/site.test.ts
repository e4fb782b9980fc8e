import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shownConfig } from '../cli/configuration.ts';
import { readConfig } from '../config.ts';
import { readConfigFile } from './config-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>');
  writeFileSync(join(folder, 'bad.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(site: object): string {
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, JSON.stringify({ network: 'test', site }));
  return file;
}

const faultOf = (site: object) => {
  try {
    readConfigFile(write(site), {});
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it('says how the site looks, with what was left out as it is elsewhere', () => {
  const file = write({
    name: 'Harbour',
    logo: 'logo.svg',
    colours: { light: '#0b4fd0' },
    links: {
      support: 'mailto:help@example.org',
      more: [{ text: { en: 'News', de: 'Neues' }, url: 'https://example.org' }],
    },
    announcement: { text: 'We have moved.', until: '2026-12-01T08:00Z' },
    maintenance: { from: '2026-12-01T08:00Z' },
  });
  const { site } = readConfigFile(file, {});
  expect(site).toMatchObject({
    name: 'Harbour',
    logo: { type: 'image/svg+xml' },
    colours: { light: '#0b4fd0', dark: '#0b4fd0' },
    links: { support: 'mailto:help@example.org', terms: '', more: [{ text: { de: 'Neues' } }] },
    announcement: { text: { en: 'We have moved.' }, level: 'info', from: '', until: '2026-12-01T08:00Z' },
    maintenance: { text: { en: '' }, from: '2026-12-01T08:00Z', until: '' },
  });
  const config = readConfig({ SWAPDESK_CONFIG: file, SWAPDESK_DATA_DIR: join(folder, 'data') });
  expect(shownConfig(config).site).toMatchObject({ name: 'Harbour', logo: 'image/svg+xml' });
});

it('a colour that had to be adapted is told at the start', () => {
  const { warnings } = readConfigFile(write({ colours: { light: '#ffd400', dark: '#8ab4ff' } }), {});
  expect(warnings).toEqual([
    expect.stringMatching(
      /swapdesk\.config\.json: site\.colours: In the light theme #ffd400 is hard to read .* is shown in its place \([\d.]+ to 1\)$/,
    ),
  ]);
  expect(readConfigFile(write({ colours: { light: '#0b4fd0', dark: '#8ab4ff' } }), {}).warnings).toEqual([]);
});

it.each([
  [{ nmae: 'Harbour' }, /did you mean "name"\?/],
  [{ name: '' }, /site\.name: must be a text of at most 40 characters/],
  [{ logo: 'none.svg' }, /site\.logo: cannot read .*there is no such file/],
  [{ logo: 'bad.svg' }, /site\.logo: holds <script>/],
  [{ colours: { light: 'green' } }, /site\.colours\.light: must be a colour such as "#1f6f5c"/],
  [{ links: { support: 'javascript:alert(1)' } }, /site\.links\.support: must be an address/],
  [
    { announcement: { text: 'x', from: '2026-12-02T00:00Z', until: '2026-12-01T00:00Z' } },
    /must end after it begins/,
  ],
])('what is wrong is said where it stands: %j', (site, words) => {
  expect(faultOf(site)).toMatch(words);
});
