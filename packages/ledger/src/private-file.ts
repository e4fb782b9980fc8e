import { readFileSync, statSync } from 'node:fs';

const GROUP_OR_OTHERS = 0o077;

/** What a secret file holds, without the line break at its end. Refuses one that others may read. */
export function readPrivateFile(path: string): string {
  const text = readFileSync(path, 'utf8').trimEnd();
  if ((statSync(path).mode & GROUP_OR_OTHERS) !== 0)
    throw new Error(`${path} is open to other users; run: chmod 600 '${path}'`);
  if (text === '') throw new Error(`${path} is empty`);
  return text;
}
