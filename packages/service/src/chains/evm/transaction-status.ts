import type { TransactionStatus } from '../chain.ts';
import { type Endpoints, NoQuorum } from '../rpc/endpoints.ts';
import type { Rpc } from './evm-rpc.ts';
import { count, hash } from './hex.ts';

interface Placed {
  readonly blockHash: string | null;
  readonly blockNumber: string | null;
}

/**
 * What the endpoints know of a transaction. It is in a block if as many say so as must agree; it waits if any knows it;
 * it is unknown if as many as must agree have not heard of it.
 */
export async function readTransactionStatus(
  endpoints: Endpoints<Rpc>,
  txid: string,
): Promise<TransactionStatus> {
  const answers = await endpoints.each((rpc) => statusAt(rpc, txid));
  const statuses = answers.flatMap((answer) => ('value' in answer ? [answer.value] : []));
  const mined = statuses.filter((status) => status.state === 'mined');
  for (const status of mined) {
    if (mined.filter(({ block }) => block.hash === status.block.hash).length >= endpoints.quorum)
      return status;
  }
  if (statuses.some(({ state }) => state !== 'unknown')) return { state: 'waiting' };
  if (statuses.length >= endpoints.quorum) return { state: 'unknown' };
  throw new NoQuorum(`too few endpoints can tell what became of transaction ${txid}`);
}

async function statusAt(rpc: Rpc, txid: string): Promise<TransactionStatus> {
  const found = await rpc.call<Placed | null>('eth_getTransactionByHash', [txid]);
  if (found === null) return { state: 'unknown' };
  if (found.blockHash === null || found.blockNumber === null) return { state: 'waiting' };
  return { state: 'mined', block: { height: count(found.blockNumber), hash: hash(found.blockHash) } };
}
