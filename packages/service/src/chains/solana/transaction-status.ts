import type { TransactionStatus } from '../chain.ts';
import { agreedStatus } from '../rpc/agreed-status.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { readHead } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';
import { count } from './values.ts';

interface SignatureStatus {
  readonly slot: number;
  readonly confirmationStatus?: 'processed' | 'confirmed' | 'finalized' | null;
}

/** What the endpoints know of a transaction. It is in a block once one is final that has it. */
export function readTransactionStatus(endpoints: Endpoints<Rpc>, txid: string): Promise<TransactionStatus> {
  return agreedStatus(endpoints, txid, statusAt);
}

/** What a node knows of some transactions, in blocks however old. */
export async function statusesAt(rpc: Rpc, txids: readonly string[]): Promise<(SignatureStatus | null)[]> {
  const answer = await rpc.call<{ value: readonly (SignatureStatus | null)[] }>('getSignatureStatuses', [
    txids,
    { searchTransactionHistory: true },
  ]);
  if (!Array.isArray(answer?.value) || answer.value.length !== txids.length) {
    throw new Error(`${rpc.host} does not tell what became of transactions`);
  }
  return [...answer.value];
}

async function statusAt(rpc: Rpc, txid: string): Promise<TransactionStatus> {
  const [found = null] = await statusesAt(rpc, [txid]);
  if (found === null) return { state: 'unknown' };
  if (found.confirmationStatus !== 'finalized') return { state: 'waiting' };
  const head = await readHead(rpc, count(found.slot), 'finalized');
  return head === null
    ? { state: 'waiting' }
    : { state: 'mined', block: { height: head.height, hash: head.hash } };
}
