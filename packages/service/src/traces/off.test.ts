import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../', import.meta.url));
const IMPORT = /^import (?!type\b)[^;]*?from '(\.[^']*)';/gms;

/** Which files a file needs once it is loaded; what is imported for its type alone is not loaded. */
function loads(file: string): string[] {
  return Array.from(readFileSync(join(SOURCES, file), 'utf8').matchAll(IMPORT), ([, path = '']) =>
    relative(SOURCES, join(SOURCES, dirname(file), path)),
  );
}

it('whoever switches traces on loads them; a process without has of them what says that there are none', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'),
  );
  const outside = files.filter((file) => !file.startsWith('traces/'));
  const loaded = new Set(outside.flatMap(loads).filter((path) => path.startsWith('traces/')));
  expect([...loaded]).toEqual(['traces/touched.ts']);
  expect(loads('traces/touched.ts')).toEqual([]);
  const opening = files.filter((file) =>
    readFileSync(join(SOURCES, file), 'utf8').includes('traces/open-traces.ts'),
  );
  const later = opening.filter((file) =>
    /await import\('[./]*traces\/open-traces\.ts'\)/.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  expect(later).toEqual(['desk/open-parts.ts']);
});
