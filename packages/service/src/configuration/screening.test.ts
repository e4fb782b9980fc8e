import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../../../../test/support/run-here.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-screening-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** `config check` and `start` of a desk that screens like this. */
const each = async (more: Record<string, string>) => {
  const env = { SWAPDESK_DATA_DIR: join(folder, 'data'), SWAPDESK_PORT: '0', ...more };
  const [checked, started] = [await runHere(['config', 'check'], env), await runHere(['start'], env)];
  expect(started).toEqual(checked);
  return checked;
};

describe('screening that cannot answer is refused before anything starts:', () => {
  it.each(['http://u:x@[x', 'screen.example', 'ftp://screening.example/'])('at %s', async (url) => {
    const { code, output } = await each({ SWAPDESK_SCREENING_URL: url });
    expect([code, output]).toEqual([1, expect.stringContaining('SWAPDESK_SCREENING_URL must be')]);
    expect(output).not.toContain(url);
  });

  it('at an address with a password, which would never be sent', async () => {
    const { code, output } = await each({
      SWAPDESK_SCREENING_URL: 'https://desk:hunter22@screening.example/',
    });
    expect([code, output]).toEqual([1, expect.stringContaining('must not have a name or a password')]);
    expect(output).not.toContain('hunter22');
  });

  it.each(['none.txt', '.'])('by the list %s', async (name) => {
    const { code, output } = await each({ SWAPDESK_DENY_LIST: join(folder, name) });
    expect([code, output]).toEqual([1, expect.stringMatching(/cannot be read \((ENOENT|EISDIR)\)/)]);
  });
});

it('screening that can answer is right', async () => {
  const list = join(folder, 'list.txt');
  await writeFile(list, '# nobody yet\n');
  const env = { SWAPDESK_DATA_DIR: join(folder, 'data'), SWAPDESK_DENY_LIST: list };
  const more = { SWAPDESK_SCREENING_URL: 'https://screening.example/check?key=1' };
  expect((await runHere(['config', 'check'], { ...env, ...more })).code).toBe(0);
});
