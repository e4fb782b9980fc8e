import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../../../../test/support/free-port.ts';
import { whyNoLitecoind } from '../../../../../test/support/install-litecoind.ts';
import { endHeld, spawnHeld } from '../../../../../test/support/while-held.ts';
import { JsonRpc } from '../rpc/json-rpc.ts';
import { LtcDesk } from './testing/ltc-desk.ts';

const missing = await whyNoLitecoind();
if (missing !== null) console.warn(`Not tested against a real node: ${missing}`);

it.skipIf(missing !== null)(
  'a node of the test network that has no blocks yet is never believed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'litecoind-'));
    const port = await freePort();
    const node = spawnHeld('litecoind', [
      ...['-testnet', `-datadir=${folder}`, `-rpcport=${port}`, '-rpcuser=user', '-rpcpassword=secret'],
      ...['-listen=0', '-dnsseed=0', '-connect=0', '-dbcache=16', '-printtoconsole=0', '-rpcservertimeout=1'],
    ]);
    const rpc = new JsonRpc({ url: `http://user:secret@127.0.0.1:${port}` });
    const desk = new LtcDesk({ rpc });
    const chain = desk.chainWith({ network: 'test' });
    try {
      // Not there, then starting, then without a block of the last years: whenever it is asked, it is refused.
      await expect
        .poll(() => chain.tip().then(String, (error: Error) => error.message), { timeout: 60_000 })
        .toContain('catching up: it has 0 of 0 blocks');
      await expect(chain.block(0, desk.watch)).rejects.toThrow('catching up');
      await expect(chain.mempool(desk.watch)).rejects.toThrow('catching up');
      await expect(chain.broadcast(Uint8Array.of(1))).rejects.toThrow('catching up');
      const [found] = await chain.examine({ assets: [], followed: null, now: 1_800_000_000 });
      expect(found).toMatchObject({
        what: `endpoint 127.0.0.1:${port}`,
        facts: expect.stringContaining('chain "test", block 0 of 0'),
        advice: expect.stringContaining('Wait until it has them all'),
      });
    } finally {
      await endHeld(node, 'TERM');
      rpc.close();
      await rm(folder, { recursive: true });
    }
  },
);
