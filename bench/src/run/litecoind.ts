import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { JsonRpc } from '@swapdesk/service/dist/chains/rpc/json-rpc.js';

const PROGRAM = '/usr/bin/litecoind';
const START_LIMIT_MS = 60_000;

export const HOW_TO_GET_LITECOIND =
  'Following a real node is not measured: there is no litecoind. On Debian: apt-get install litecoind';

/** A Litecoin node in regtest, with a wallet that has coins. */
export interface Litecoind {
  readonly rpc: JsonRpc;
  readonly wallet: JsonRpc;
  /** Where it answers, and as whom to ask. */
  readonly url: string;
  readonly cookieFile: string;
  stop(): Promise<void>;
}

/** Null if there is no such program. */
export async function startLitecoind(): Promise<Litecoind | null> {
  if (!existsSync(PROGRAM)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'swapdesk-bench-litecoind-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    PROGRAM,
    ['-regtest', `-datadir=${folder}`, `-rpcport=${port}`, '-listen=0', '-dnsseed=0', '-fallbackfee=0.0001'],
    { stdio: 'ignore' },
  );
  const cookieFile = join(folder, 'regtest', '.cookie');
  const rpc = new JsonRpc({ url, cookieFile });
  await whenUp(rpc);
  await rpc.call('createwallet', 'bench');
  return {
    rpc,
    url,
    cookieFile,
    wallet: new JsonRpc({ url: `${url}/wallet/bench`, cookieFile }),
    stop: () => end(child, folder),
  };
}

async function whenUp(rpc: JsonRpc): Promise<void> {
  const giveUp = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      await rpc.call('getblockcount');
      return;
    } catch (error) {
      if (Date.now() > giveUp) throw error;
      await pause(100);
    }
  }
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
  await rm(folder, { recursive: true });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
