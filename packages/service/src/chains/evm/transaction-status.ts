import type { TransactionStatus } from '../chain.ts';
import { agreedStatus } from '../rpc/agreed-status.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import type { Rpc } from './evm-rpc.ts';
import { count, hash } from './hex.ts';

interface Placed {
  readonly blockHash: string | null;
  readonly blockNumber: string | null;
}

/** What the endpoints know of a transaction, wherever a block may have it. */
export function readTransactionStatus(endpoints: Endpoints<Rpc>, txid: string): Promise<TransactionStatus> {
  return agreedStatus(endpoints, txid, statusAt);
}

async function statusAt(rpc: Rpc, txid: string): Promise<TransactionStatus> {
  const found = await rpc.call<Placed | null>('eth_getTransactionByHash', [txid]);
  if (found === null) return { state: 'unknown' };
  if (found.blockHash === null || found.blockNumber === null) return { state: 'waiting' };
  return { state: 'mined', block: { height: count(found.blockNumber), hash: hash(found.blockHash) } };
}
