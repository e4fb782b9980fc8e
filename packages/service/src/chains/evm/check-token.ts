import { decodeUnits, type RpcLog, TRANSFER_TOPIC } from './erc20.ts';
import { EvmRpcError, type Rpc } from './evm-rpc.ts';
import { count, hash, toHex } from './hex.ts';
import { type TokenLog, tokenLog } from './read-block.ts';
import { readShortfalls } from './token-arrivals.ts';

const DECIMALS = '0x313ce567';
/**
 * How far back transfers are looked for, until there are some: a busy token has thousands in a few blocks, which providers
 * do not give at once, and nodes keep the balances of some hundred blocks.
 */
const LOOK_BACK = [2, 20, 100];
const MOST_BLOCKS = 3;
/** Receivers of a block whose balances are asked for: a token takes its fee from everybody. */
const MOST_RECEIVERS = 20;
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
    if (error instanceof EvmRpcError && error.isRevert) return null;
    throw error;
  }
}

/** From one to another. What is made or burnt is logged as each token likes. */
function isPayment({ from, to }: TokenLog): boolean {
  return to !== NOBODY && from !== NOBODY && to !== from;
}

async function latestTransfers(rpc: Rpc, contract: string): Promise<RpcLog[]> {
  const newest = count(await rpc.call('eth_blockNumber'));
  for (const blocks of LOOK_BACK) {
    const fromBlock = toHex(Math.max(0, newest - blocks));
    const filter = { address: contract, topics: [TRANSFER_TOPIC], fromBlock, toBlock: toHex(newest) };
    const logs = await rpc.call<RpcLog[]>('eth_getLogs', [filter]);
    if (logs.flatMap(tokenLog).some(isPayment)) return logs;
  }
  return [];
}

async function takesFee(rpc: Rpc, contract: string): Promise<boolean | null> {
  const logs = await latestTransfers(rpc, contract);
  const blocks = [...new Set(logs.map(({ blockHash }) => hash(blockHash)))].slice(-MOST_BLOCKS);
  let known = false;
  for (const blockHash of blocks) {
    const tokenLogs = logs.filter((log) => hash(log.blockHash) === blockHash).flatMap(tokenLog);
    const received = tokenLogs.filter(isPayment);
    if (received.length === 0) continue;
    const { parentHash } = await rpc.call<{ parentHash: string }>('eth_getBlockByHash', [blockHash, false]);
    const shortfalls = await readShortfalls(
      rpc,
      { hash: blockHash, parent: hash(parentHash), tokenLogs },
      received.slice(0, MOST_RECEIVERS),
    );
    if (shortfalls === null) continue;
    if (shortfalls.length > 0) return true;
    known = true;
  }
  return known ? false : null;
}
