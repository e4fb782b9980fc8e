import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfigFile } from './config-file.ts';

/** How often nodes are asked, and where they tell of news by themselves. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function ethereum(more: object, env: Record<string, string> = {}) {
  const file = join(folder, 'swapdesk.config.json');
  const chain = { family: 'evm', chainId: 1, endpoints: ['https://a.example'], ...more };
  await writeFile(file, JSON.stringify({ network: 'main', chains: { Ethereum: chain } }), { mode: 0o600 });
  return (await readConfigFile(file, env)).chains?.chains.get('Ethereum');
}

it('is as the file says', async () => {
  const ws = { url: { env: 'WS' }, headers: { authorization: 'k' } };
  const found = await ethereum({ ws, poll: { busy: 3, idle: 60 } }, { WS: 'wss://a.example/key' });
  expect(found).toMatchObject({
    ws: { url: 'wss://a.example/key', headers: { authorization: 'k' } },
    poll: { busyS: 3, idleS: 60 },
  });
});

it('is by asking alone, if the file does not say', async () => {
  expect(await ethereum({})).toMatchObject({ ws: null, poll: { busyS: 0, idleS: 5 } });
});

it.each([
  [{ ws: { env: 'WS' } }, 'chains.Ethereum.ws: must be a URL that begins with ws:// or wss://'],
  [{ poll: { idle: 0 } }, 'chains.Ethereum.poll.idle'],
  [{ poll: { busy: -1 } }, 'chains.Ethereum.poll.busy'],
])('%j is refused with where it stands', async (more, complaint) => {
  await expect(ethereum(more, { WS: 'https://a.example' })).rejects.toThrow(complaint);
});
