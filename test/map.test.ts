import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SERVICE = join(ROOT, 'packages/service/src');

/** The rooms of the map in ARCHITECTURE.md, each with the row that it stands in. */
function readMap(): ReadonlyMap<string, number> {
  const cells = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| (\[?`.*?) \| /gm);
  return new Map(
    [...cells].flatMap(([, cell = ''], row) =>
      [...cell.matchAll(/`([^`]+?)\/?`/g)]
        .map(([, room = '']) => room)
        .filter((room) => existsSync(join(SERVICE, room)))
        .map((room) => [room, row] as const),
    ),
  );
}

/** Which file of the service imports which; tests may import anything. */
function readImports(): [from: string, to: string][] {
  const files = readdirSync(SERVICE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'))
    .map((file) => join(SERVICE, file));
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
      ([, target = '']): [string, string] => [file, join(dirname(file), target)],
    ),
  );
}

it('a room imports from those below it on the map of ARCHITECTURE.md', () => {
  const map = readMap();
  expect(map.size).toBeGreaterThan(35);
  /** The smallest room that the map names; none for the files that all share. */
  const roomOf = (path: string) => {
    const [room = '', part = ''] = relative(SERVICE, path).split('/');
    return [`${room}/${part}`, room].find((name) => map.has(name));
  };
  const imports = readImports();
  expect(imports.length).toBeGreaterThan(1_000);
  const upward = imports.filter(([from, to]) => {
    const [above, below] = [roomOf(from), roomOf(to)];
    // What a part of a room shares with the others is in the room itself.
    if (above === undefined || below === undefined || above.startsWith(`${below}/`)) return false;
    return map.get(above)! > map.get(below)!;
  });
  expect(upward.map(([from, to]) => `${relative(SERVICE, from)} imports ${relative(SERVICE, to)}`)).toEqual(
    [],
  );
});
