import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SERVING_OPTIONS } from './serving-options.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('are said by the program and by npm start', () => {
  const options = SERVING_OPTIONS.join(' ');
  expect(read('../../bin/swapdesk.mjs').split('\n')[0]).toBe(`#!/usr/bin/env -S node ${options}`);
  expect(JSON.parse(read('../../../../package.json')).scripts.start).toBe(
    `node ${options} scripts/start.mjs`,
  );
});
