import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../../../../test/support/run-here.ts';
import { help } from '../cli/help.ts';
import { readConfig } from '../config.ts';
import { KNOWN, unknownVariables } from './unknown-variables.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-variables-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a variable with our name that nobody reads', () => {
  it.each([
    ['SWAPDESK_DENYLIST', 'SWAPDESK_DENY_LIST'],
    ['SWAPDESK_LOGARCHIVE', 'SWAPDESK_LOG_ARCHIVE'],
    ['SWAPDESK_SCREENING_URI', 'SWAPDESK_SCREENING_URL'],
    ['SWAPDESK_DATABASE_URL_FIEL', 'SWAPDESK_DATABASE_URL_FILE'],
  ])('%s is told, with what was probably meant', async (name, meant) => {
    const env = { SWAPDESK_DATA_DIR: folder, [name]: 'x' };
    expect(readConfig(env, folder).warnings.join()).toContain(`${name}. Did you mean ${meant}?`);
    const { code, output } = await runHere(['config', 'check'], env);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`Warning: nobody reads the variable ${name}. `),
    ]);
  });

  it('is told with the list of all, where none is near', () => {
    expect(unknownVariables({ SWAPDESK_ZZZZZZZZ: 'x' }, null)).toEqual([
      'nobody reads the variable SWAPDESK_ZZZZZZZZ. See npx swapdesk help',
    ]);
  });

  it('is none that the configuration names', async () => {
    const file = join(folder, 'named.json');
    await writeFile(file, '{"rpc": {"env": "SWAPDESK_NODE_PASSWORD"}}');
    const env = { SWAPDESK_NODE_PASSWORD_FILE: 'x', SWAPDESK_NODE_PASSWORD: undefined };
    expect(unknownVariables(env, file)).toEqual([]);
  });
});

it('every variable that the help names is known', () => {
  const named = new Set([...help([]).matchAll(/SWAPDESK_([A-Z_]+)/g)].map(([, name]) => name as string));
  expect([...named].filter((name) => !(KNOWN as readonly string[]).includes(name))).toEqual([]);
  expect(unknownVariables(Object.fromEntries(KNOWN.map((name) => [`SWAPDESK_${name}`, 'x'])), null)).toEqual(
    [],
  );
});
