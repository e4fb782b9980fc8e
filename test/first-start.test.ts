import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskStore } from './support/desk-store.ts';
import { runCommand, startService } from './support/service.ts';
import { IS_LONG } from './support/volume.ts';

/** What somebody sees who begins: a line that says what to do, never a stack, and nothing that does not work. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-first-'));
  // The database does not run as root.
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const expectLines = (output: string) => expect(output).not.toMatch(/^ +at .*:\d+:\d+/m);

/** Names a node that is away. */
async function realChains(): Promise<{ SWAPDESK_CONFIG: string }> {
  const SWAPDESK_CONFIG = join(folder, 'real.json');
  const Litecoin = { family: 'bitcoin', endpoint: 'http://127.0.0.1:9', user: 'u', password: 'p' };
  const text = JSON.stringify({ network: 'regtest', chains: { Litecoin } });
  await writeFile(SWAPDESK_CONFIG, text, { mode: 0o600 });
  return { SWAPDESK_CONFIG };
}

describe('before the first start', () => {
  it('doctor says that there is nothing yet, and makes nothing', async () => {
    const dataDir = join(folder, 'data');
    const { code, output } = await runCommand(['doctor'], { SWAPDESK_DATA_DIR: dataDir });
    expect([code, output]).toEqual([1, expect.stringMatching(/there is none in .*npx swapdesk start/s)]);
    expectLines(output);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.runIf(IS_LONG)('a node that is away is said in a line, with the chain and what to do', async () => {
    const { code, output } = await runCommand(['start'], {
      SWAPDESK_DATA_DIR: join(folder, 'data'),
      SWAPDESK_PORT: '0',
      ...(await realChains()),
    });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/Litecoin cannot be followed yet: .+\. Put that right/),
    ]);
    expectLines(output);
  });
});

it('real chains on the store of a first try: start and doctor say in a line what to do', async () => {
  const store = await createDeskStore(2);
  const env = { ...store.env, SWAPDESK_PORT: '0', ...(await realChains()) };
  try {
    for (const command of ['start', 'doctor']) {
      const { code, output } = await runCommand([command], env);
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/simulated networks.* set another SWAPDESK_/),
      ]);
      expectLines(output);
    }
  } finally {
    await store.drop();
  }
});

it.runIf(IS_LONG)(
  'the first start of all serves, and a Ctrl-C that comes twice, from the terminal and from npm, stops it as one does',
  async () => {
    const service = await startService({ SWAPDESK_DATA_DIR: join(folder, 'data') });
    const answer = await fetch(`${service.url}/openapi/service`);
    expect(await answer.json()).toMatchObject({ code: 0 });
    const ended = once(service.process, 'close');
    // Two of a kind that wait to be delivered would be one.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) service.process.kill(signal);
    expect((await ended)[0]).toBe(0);
    expect(service.output()).toContain('Stopped. All data is kept.');
  },
);

it('the quote to try at the start can be had, whatever is switched off', async () => {
  const store = await createDeskStore(4);
  await store.database.query("UPDATE asset SET can_send = false WHERE abbr = 'BTC'");
  const service = await startService(store.env);
  try {
    const body = /-d '(\{.*\})'/.exec(service.output())?.[1] as string;
    expect(body).not.toContain('"from_abbr":"BTC"');
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}/openapi/order/calculate`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ code: 0 });
  } finally {
    await service.stop();
    await store.drop();
  }
});
