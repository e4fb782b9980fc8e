import { readFileSync } from 'node:fs';
import { BitcoinChain } from '@swapdesk/service/dist/chains/bitcoin/bitcoin-chain.js';
import { coinOf } from '@swapdesk/service/dist/chains/bitcoin/coin-of.js';
import type { Chain } from '@swapdesk/service/dist/chains/chain.js';
import { openDatabase } from '@swapdesk/service/dist/store/database.js';
import type pg from 'pg';
import type { Measure } from '../measure/rounds.ts';
import { sideBySide } from '../measure/rounds.ts';
import { latencyRow, type Row } from '../measure/row.ts';
import { HOW_TO_GET_LITECOIND, type Litecoind, startLitecoind } from '../run/litecoind.ts';
import { makeThousand, THOUSAND } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { addAddresses, followingBlock } from './follow-block.ts';

const TRANSFERS = 5_000;
const OURS = 50;
/** Transfers in one transaction: nodes relay none that is much larger. */
const PER_TRANSACTION = 1_000;
const CHAIN_ID = 2;
const ASSET_ID = 2;
const AIM = 2;

/** A block of 5,000 transfers is read from a real node and recorded, against the node's own answers alone. */
export async function node({ server }: Bench): Promise<Row[]> {
  const litecoind = await startLitecoind();
  if (litecoind === null) {
    console.log(HOW_TO_GET_LITECOIND);
    return [];
  }
  await makeThousand(server);
  const database = openDatabase({ connectionString: server.url(THOUSAND) }, 1);
  try {
    const height = await mineLargeBlock(litecoind, database);
    const chain = chainOf(litecoind);
    const windows = await sideBySide(
      followingBlock(database, { open: async () => chain, height, ours: OURS }),
      answering(litecoind, height),
    );
    return [latencyRow('follow a block of a real node', 'its answers to the same calls', AIM, windows)];
  } finally {
    await database.end();
    await litecoind.stop();
  }
}

function chainOf({ rpc }: Litecoind): Chain {
  return new BitcoinChain({
    chain: { id: CHAIN_ID, name: 'Litecoin', space: 'litecoin', confirmations: 2 },
    nativeAssetId: ASSET_ID,
    treasury: '',
    coin: coinOf('litecoin'),
    network: 'regtest',
    rpc,
    maxTipAgeS: null,
    signer: { sign: () => Promise.reject(new Error('nothing is signed here')) },
    fees: { targetBlocks: 3, floor: 1n, cap: 1n, fallback: 1n },
    clock: () => Math.floor(Date.now() / 1000),
    zmq: null,
    help: null,
    poll: { busyS: 0, idleS: 4 },
    warn: () => {},
  });
}

/** The same questions, whose answers are read to their end and thrown away. */
function answering({ url, cookieFile }: Litecoind, height: number): Measure {
  const authorization = `Basic ${Buffer.from(readFileSync(cookieFile, 'utf8').trim()).toString('base64')}`;
  const ask = async (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ id: 1, method, params });
    return (await fetch(url, { method: 'POST', headers: { authorization }, body })).arrayBuffer();
  };
  return async () => {
    const began = performance.now();
    await ask('getblockchaininfo');
    const answer = Buffer.from(await ask('getblockhash', height)).toString();
    await ask('getblock', (JSON.parse(answer) as { result: string }).result, 2);
    const ms = performance.now() - began;
    return { perSecond: 1000 / ms, p50Ms: ms, p99Ms: null, cpuUs: null };
  };
}

/** Mines a block of many transfers, some of them to addresses that it makes ours. Returns its height. */
async function mineLargeBlock({ rpc, wallet }: Litecoind, database: pg.Pool): Promise<number> {
  const own = (await wallet.call('getnewaddress')) as string;
  await rpc.call('generatetoaddress', 120, own);
  const ours: string[] = [];
  for (let from = 0; from < TRANSFERS; from += PER_TRANSACTION) {
    const amounts: Record<string, string> = {};
    // One of them is the change.
    for (let n = 1; n < PER_TRANSACTION; n++) {
      const address = (await wallet.call('getnewaddress')) as string;
      amounts[address] = '0.001';
      if (ours.length < OURS) ours.push(address);
    }
    await wallet.call('sendmany', '', amounts);
  }
  await addAddresses(database, 'litecoin', ours);
  await rpc.call('generatetoaddress', 1, own);
  return Number(String(await rpc.call('getblockcount')));
}
