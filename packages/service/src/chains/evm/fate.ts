import type { Fate } from '../chain.ts';
import { type Endpoints, NoQuorum } from './endpoints.ts';
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
export async function readFate(endpoints: Endpoints, txid: string): Promise<Fate> {
  const answers = await endpoints.each((rpc) => fateAt(rpc, txid));
  const fates = answers.flatMap((answer) => ('value' in answer ? [answer.value] : []));
  const mined = fates.filter((fate) => fate.state === 'mined');
  for (const fate of mined) {
    if (mined.filter(({ block }) => block.hash === fate.block.hash).length >= endpoints.quorum) return fate;
  }
  if (fates.some(({ state }) => state !== 'unknown')) return { state: 'waiting' };
  if (fates.length >= endpoints.quorum) return { state: 'unknown' };
  throw new NoQuorum(`too few endpoints can tell what became of transaction ${txid}`);
}

async function fateAt(rpc: Rpc, txid: string): Promise<Fate> {
  const found = await rpc.call<Placed | null>('eth_getTransactionByHash', [txid]);
  if (found === null) return { state: 'unknown' };
  if (found.blockHash === null || found.blockNumber === null) return { state: 'waiting' };
  return { state: 'mined', block: { height: count(found.blockNumber), hash: hash(found.blockHash) } };
}
