import type { TransactionStatus } from '../chain.ts';
import { type Endpoints, NoQuorum } from '../rpc/endpoints.ts';
import { readHead } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';
import { count } from './values.ts';

interface SignatureStatus {
  readonly slot: number;
  readonly confirmationStatus?: 'processed' | 'confirmed' | 'finalized' | null;
}

/**
 * What the endpoints know of a transaction. It is in a block if as many say that one is final which has it as must agree; it waits if
 * any knows it; it is unknown if as many as must agree have not heard of it.
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
