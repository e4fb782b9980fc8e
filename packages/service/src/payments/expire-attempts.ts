import type { BlockRef, ExpiringAttempt } from '../chains/chain.ts';
import { isIn, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { ATTEMPT_CHANGES } from './life.ts';

/** Attempts of chains whose transactions expire. */

const { expired } = ATTEMPT_CHANGES;

/** Those that a block may still take, as far as the store knows: the first to expire first. */
export async function expiringAttempts(
  client: Queryable,
  chainId: number,
  most: number,
): Promise<ExpiringAttempt[]> {
  const { rows } = await client.query<ExpiringAttempt>({
    name: 'expiring-attempts',
    text: `
      SELECT txid, expires_at AS "expiresAt" FROM attempt
       WHERE chain_id = $1 AND expires_at IS NOT NULL AND ${isIn('state', expired.from)} ORDER BY expires_at, id LIMIT $2`,
    values: [chainId, most],
  });
  return rows;
}

/** A payment whose attempt has expired. */
export interface ExpiredPayment {
  readonly paymentId: number;
  readonly txid: string;
  /** True if an operator wanted it to be cancelled: this does it. */
  readonly isCancelled: boolean;
}

/**
 * The chain has passed these without them, as of a block that is final. Only as long as that block is the store's own: then
 * every block up to it was followed, and none had them. What they were to bring in is still where it was.
 */
export async function attemptsExpired(
  client: Queryable,
  chainId: number,
  txids: readonly string[],
  settled: BlockRef,
): Promise<ExpiredPayment[]> {
  const { rows } = await client.query<ExpiredPayment>({
    name: 'attempts-expired',
    text: `
      WITH ended AS (
        UPDATE attempt a SET ${setTo(expired)} FROM payment p
         WHERE a.chain_id = $1 AND a.txid = ANY ($2::text[]) AND a.expires_at IS NOT NULL AND ${isIn('a.state', expired.from)}
           AND p.id = a.payment_id
           AND EXISTS (SELECT 1 FROM followed_block b WHERE b.chain_id = $1 AND b.height = $3 AND b.hash = $4)
        RETURNING a.id, a.payment_id, a.txid, p.cancel_asked_at > 0 AS is_cancelled
      ), released AS (
        -- What it was to bring in, be that here now or not: a reorganisation may have taken it, and give it back.
        DELETE FROM payment_spend s USING ended WHERE s.payment_id = ended.payment_id AND s.spend NOT LIKE '%@%'
      )
      SELECT payment_id AS "paymentId", txid, is_cancelled AS "isCancelled" FROM ended ORDER BY id`,
    values: [chainId, txids, settled.height, settled.hash],
  });
  return rows;
}
