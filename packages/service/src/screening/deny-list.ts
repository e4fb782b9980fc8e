import { readFile, stat } from 'node:fs/promises';
import { CLEAR, type Screen } from './screen.ts';

/**
 * Screens against a file of addresses, one a line; # begins a comment. It is read again whenever it has changed. A file
 * that cannot be read is no answer.
 */
export function denyList(path: string): Screen {
  let readAt = Number.NaN;
  let denied: ReadonlySet<string> = new Set();
  return async ({ address }) => {
    const { mtimeMs } = await stat(path);
    if (mtimeMs !== readAt) {
      denied = parse(await readFile(path, 'utf8'));
      readAt = mtimeMs;
    }
    return denied.has(keyOf(address)) ? { isHit: true, detail: 'on the deny list' } : CLEAR;
  };
}

function parse(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return new Set(lines.filter((line) => line !== '').map(keyOf));
}

/** Addresses that differ only in case are compared as one: better a hit too many than one too few. */
function keyOf(address: string): string {
  return address.toLowerCase();
}
