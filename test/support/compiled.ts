import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PACKAGES = ['contract', 'service', 'client'];
const SOURCE = new RegExp(`^(.*/packages/(?:${PACKAGES.join('|')}))/src/(.*)\\.ts$`);
const NOT_COMPILED = /\.test\.ts$|\/testing\//;
const FOLDER = fileURLToPath(new URL('../../packages', import.meta.url));

/** What was compiled: Node loads it as it is. */
export const COMPILED = new RegExp(`/packages/(?:${PACKAGES.join('|')})/dist/`);

/**
 * Lets tests load what the compiler has written, instead of having each of the workers translate it again, which takes
 * longer than most tests. Tests, and what only they use, are not compiled and are read from their source. So is all of it
 * if something was changed and not compiled since: never a part of both.
 */
export function compiled(): Plugin[] {
  if (!PACKAGES.every(isCompiled)) return [];
  return [
    {
      name: 'compiled',
      enforce: 'pre',
      resolveId(id, importer) {
        if (importer === undefined || !id.startsWith('.')) return null;
        const [, folder, path] = SOURCE.exec(resolve(dirname(importer), id)) ?? [];
        const file = `${folder}/dist/${path}.js`;
        return folder !== undefined && existsSync(file) ? file : null;
      },
    },
  ];
}

function isCompiled(name: string): boolean {
  const folder = join(FOLDER, name);
  const compiledAt = changedAt(join(folder, 'tsconfig.tsbuildinfo'));
  return readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .every(
      ({ name, parentPath }) =>
        NOT_COMPILED.test(join(parentPath, name)) || changedAt(join(parentPath, name)) < compiledAt,
    );
}

/** 0 for a file that is not there. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
