import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** No file needs one that needs it in turn, types included: each can be read after those that it is made of. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCES = ['contract', 'service', 'web', 'client', 'edge', 'ledger']
  .map((name) => join('packages', name, 'src'))
  .concat('bench/src');

function filesOf(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(?<!\.test)\.tsx?$/.test(name)).map((name) => join(ROOT, folder, name));
}

function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/\bfrom\s+'(\.[^']+)'/g);
  return Array.from(found, ([, path = '']) => join(dirname(file), path));
}

/** The first circle that is met from each file on. */
function circlesAmong(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file) || way.includes(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return circles;
}

it('files import each other in one direction', () => {
  const files = SOURCES.flatMap(filesOf);
  expect(files.length).toBeGreaterThan(1_000);
  const imports = new Map(
    files.map((file) => [relative(ROOT, file), importsOf(file).map((path) => relative(ROOT, path))]),
  );
  expect(circlesAmong(imports)).toEqual([]);
});

it('a circle is found, of whatever length', () => {
  const imports = new Map([
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', ['d']],
    ['d', ['b']],
  ]);
  expect(circlesAmong(imports)).toEqual(['b → c → d → b']);
});
