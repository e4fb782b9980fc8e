import { decodeUnits, type RpcLog, TRANSFER_TOPIC } from './erc20.ts';
import { type Rpc, RpcError } from './evm-rpc.ts';
import { count, hash, toHex } from './hex.ts';
import { tokenLog } from './read-block.ts';
import { readShortfalls } from './token-arrivals.ts';

const DECIMALS = '0x313ce567';
/** How far back transfers are looked for: nodes keep the balances of some hundred blocks. */
const LOOK_BACK = 100;
const MOST_BLOCKS = 5;
const NOBODY = `0x${'00'.repeat(20)}`;

export interface TokenFacts {
  readonly decimals: number;
  /** True if less arrives than is sent; null if nobody has sent any lately. */
  readonly takesFee: boolean | null;
}

/** What an operator should know of a token before it is traded; null if there is none at this address. */
export async function checkToken(rpc: Rpc, contract: string): Promise<TokenFacts | null> {
  const code = await rpc.call<string>('eth_getCode', [contract, 'latest']);
  if (code === '0x') return null;
  const decimals = await decimalsOf(rpc, contract);
  return decimals === null ? null : { decimals, takesFee: await takesFee(rpc, contract) };
}

async function decimalsOf(rpc: Rpc, contract: string): Promise<number | null> {
  try {
    const answer = await rpc.call<string>('eth_call', [{ to: contract, data: DECIMALS }, 'latest']);
    return answer === '0x' ? null : count(toHex(decodeUnits(answer)));
  } catch (error) {
    if (error instanceof RpcError && error.isRevert) return null;
    throw error;
  }
}

async function takesFee(rpc: Rpc, contract: string): Promise<boolean | null> {
  const newest = count(await rpc.call('eth_blockNumber'));
  const fromBlock = toHex(Math.max(0, newest - LOOK_BACK));
  const logs = await rpc.call<RpcLog[]>('eth_getLogs', [
    { address: contract, topics: [TRANSFER_TOPIC], fromBlock, toBlock: toHex(newest) },
  ]);
  const blocks = [...new Set(logs.map(({ blockHash }) => hash(blockHash)))].slice(-MOST_BLOCKS);
  let known = false;
  for (const blockHash of blocks) {
    const tokenLogs = logs.filter((log) => hash(log.blockHash) === blockHash).flatMap(tokenLog);
    const received = tokenLogs.filter(({ to, from }) => to !== NOBODY && from !== NOBODY && to !== from);
    if (received.length === 0) continue;
    const { parentHash } = await rpc.call<{ parentHash: string }>('eth_getBlockByHash', [blockHash, false]);
    const shortfalls = await readShortfalls(
      rpc,
      { hash: blockHash, parent: hash(parentHash), tokenLogs },
      received,
    );
    if (shortfalls === null) continue;
    if (shortfalls.length > 0) return true;
    known = true;
  }
  return known ? false : null;
}
