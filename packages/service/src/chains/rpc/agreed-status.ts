import type { TransactionStatus } from '../chain.ts';
import type { NodeClient } from './endpoint.ts';
import { type Endpoints, NoQuorum } from './endpoints.ts';

/**
 * What the endpoints know of a transaction. It is in a block if as many name the same one as must agree; it waits if any knows
 * it; it is unknown if as many as must agree have not heard of it.
 */
export async function agreedStatus<Client extends NodeClient>(
  endpoints: Endpoints<Client>,
  txid: string,
  statusAt: (client: Client, txid: string) => Promise<TransactionStatus>,
): Promise<TransactionStatus> {
  const answers = await endpoints.each((client) => statusAt(client, txid));
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
