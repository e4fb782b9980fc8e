import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfigFile } from './config-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'widget-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(origins: readonly string[]): readonly string[] {
  const file = join(folder, 'swapdesk.config.json');
  writeFileSync(file, JSON.stringify({ network: 'test', widget: { origins } }));
  return readConfigFile(file, {}).widgetOrigins;
}

it('names whose pages may show the widget', () => {
  const origins = ['https://shop.example', 'https://shop.example:8443', 'http://localhost:3000'];
  expect(read(origins)).toEqual(origins);
  expect(read(['*'])).toEqual(['*']);
});

it.each([
  'http://shop.example',
  'https://shop.example/page',
  'https://shop.example/',
  "https://shop.example; script-src 'unsafe-inline'",
  'https://shop.example https://other.example',
  "'self'",
  'https:',
  'https://*',
  'shop.example',
  '',
])('is refused where that is no origin: %j', (origin) => {
  expect(() => read([origin])).toThrow(
    /widget\.origins\[0\]: must be an origin such as "https:\/\/shop\.example"/,
  );
});
