import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { clientTypes } from '../../../scripts/client-types.mjs';

it('knows the wire as the contract has it now; else run `npm run client-types`', async () => {
  for (const [file, text] of Object.entries(clientTypes()))
    expect(await readFile(new URL(`wire/${file}`, import.meta.url), 'utf8'), file).toBe(text);
});
