import type { Chain, ExpiringAttempt, ExpiryChain } from './chain.ts';

/** On chains whose transactions expire. */

/**
 * What a transaction uses up that has no nonce: itself, as a block may have it once. No two share it, so none excludes
 * another by it; but who paid is told by it, and what became of it is found by it as elsewhere.
 */
export function ownSpend(source: string, txid: string): string {
  return `${source}@${txid}`;
}

/** A chain of which some transactions expire, or all. */
export type Expiring = Pick<Chain, 'id' | 'tip' | 'block' | 'settled'> & Pick<ExpiryChain, 'passedWithout'>;

const nobody = async () => () => false;

/** Whether an attempt never can be in a block any more, as of the newest block that the chain itself calls final. */
export async function hasPassed(chain: Expiring, attempt: ExpiringAttempt): Promise<boolean> {
  const { height } = await chain.tip();
  const settled = await chain.block(Math.min(await chain.settled(height), height), nobody);
  if (settled === null) return false;
  return (await chain.passedWithout([attempt], settled)).includes(attempt.txid);
}
