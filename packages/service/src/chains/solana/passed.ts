import type { BlockRef, ExpiringAttempt } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { readHead } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';
import { statusesAt } from './transaction-status.ts';

/**
 * Those of some attempts that no block can take any more: the chain is as high as they say, and no block has them. Each endpoint is
 * asked for the block first and for the attempts then, so that it has looked through all up to it.
 */
export async function passedWithout(
  endpoints: Endpoints<Rpc>,
  attempts: readonly ExpiringAttempt[],
  settled: BlockRef & { readonly slot: number },
): Promise<readonly string[]> {
  const expired = attempts.filter(({ expiresAt }) => expiresAt <= settled.height).map(({ txid }) => txid);
  if (expired.length === 0) return [];
  const passed = await endpoints.agree('what has expired', async (rpc) => {
    const head = await readHead(rpc, settled.slot, 'finalized');
    if (head?.hash !== settled.hash) return null;
    const statuses = await statusesAt(rpc, expired);
    return expired.filter((_, n) => statuses[n] === null);
  });
  return passed ?? [];
}
