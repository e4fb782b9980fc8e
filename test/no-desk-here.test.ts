import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from './support/run-here.ts';

/** Commands that are typed where no desk is: most often in the wrong folder, or without its variables. */

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-nowhere-'));
  dataDir = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true }));

const run = (words: string) => runHere(words.split(' '), { SWAPDESK_DATA_DIR: dataDir });

describe('where no desk is, nothing is made, and what to set is said:', () => {
  it.each([
    'operator list',
    'key list',
    'order show X2EF4LBI',
    'treasury show',
    'treasury plan',
    'archive show',
    'setting set address_pool_target 1000',
    'wallet show',
    // A folder that was named, and is not there, is mistyped.
    'operator create anna --role admin',
    'key create --account shop',
  ])('%s', async (words) => {
    const { code, output } = await run(words);
    expect(output).toMatch(
      /^There is no desk in \S+\/data, and none was made\. Set SWAPDESK_DATA_DIR .* SWAPDESK_DATABASE_URL /,
    );
    expect([code, existsSync(dataDir), await readdir(folder)]).toEqual([1, false, []]);
  });
});
