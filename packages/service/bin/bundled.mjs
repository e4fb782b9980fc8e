import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What the compiler writes, a file for each of the source. */
export const COMPILED = at('../dist/main.js');
/** The same with all its libraries in a few files, which load several times faster. */
export const BUNDLE = at('../dist/bundle');
const BUNDLED = at('../dist/bundle/main.js');
/** Each is written anew when what the bundle is made of changes. */
const MADE_OF = [
  '../tsconfig.tsbuildinfo',
  '../../contract/tsconfig.tsbuildinfo',
  '../../../package-lock.json',
];

/** The program to run: the bundle, unless something was compiled or installed since; null if there is neither. */
export function program() {
  if (isBundleCurrent()) return BUNDLED;
  return changedAt(COMPILED) > 0 ? COMPILED : null;
}

export function isBundleCurrent() {
  const bundledAt = changedAt(BUNDLED);
  return MADE_OF.every((path) => changedAt(at(path)) < bundledAt);
}

/** 0 for a file that is not there. */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
