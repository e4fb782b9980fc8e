import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LOCK } from './locks.ts';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

it('no two things are locked by one number, and none by a number of its own', async () => {
  const numbers = Object.values(LOCK);
  expect(new Set(numbers).size).toBe(numbers.length);
  const files = (await readdir(PACKAGE, { recursive: true })).filter(
    (file) => /^(?:src|migrations)\/.*\.(?:ts|sql)$/.test(file) && !/locks(?:\.test)?\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const found = new Set<string>();
  for (const file of files) {
    const text = await readFile(`${PACKAGE}${file}`, 'utf8');
    for (const [, digits] of text.matchAll(/\b(727_?00\d)\b/g)) found.add(`${digits}`.replace('_', ''));
  }
  expect([...found]).toEqual([String(LOCK.fixedCaps)]);
});
