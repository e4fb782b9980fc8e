import type { Queryable } from '../../store/database.ts';
import type { BlockRef, ExpiringAttempt } from '../chain.ts';

/** What waits is dropped where no block may take it any more: the newest is of the time of its expiry, or later. */
export async function dropExpired(client: Queryable, chainId: number, newest: number): Promise<void> {
  await client.query({
    name: 'sim-drop-expired',
    text: "UPDATE sim_tx SET state = 'dropped' WHERE chain_id = $1 AND state = 'waiting' AND expires_at <= $2",
    values: [chainId, newest],
  });
}

/**
 * Those of some that expire and never can be in a block: a block that is in the chain, and final, is of the time of their
 * expiry or later, so that none after it may take them; and no block has them. One statement, so that all is of one moment.
 */
export async function passedWithout(
  client: Queryable,
  { id, confirmations }: { readonly id: number; readonly confirmations: number },
  attempts: readonly ExpiringAttempt[],
  settled: BlockRef,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ txid: string }>({
    name: 'sim-passed-without',
    text: `
      SELECT a.txid FROM unnest($2::text[], $3::bigint[]) AS a (txid, expires_at)
        JOIN sim_block b ON b.chain_id = $1 AND b.height = $4 AND b.hash = $5 AND b.mined_at >= a.expires_at
       WHERE b.height <= (SELECT max(height) FROM sim_block WHERE chain_id = $1) - $6 + 1
         AND NOT EXISTS (SELECT 1 FROM sim_tx t WHERE t.chain_id = $1 AND t.txid = a.txid AND t.state = 'mined')`,
    values: [
      id,
      attempts.map(({ txid }) => txid),
      attempts.map(({ expiresAt }) => expiresAt),
      settled.height,
      settled.hash,
      confirmations,
    ],
  });
  return rows.map(({ txid }) => txid);
}

/** Whether a final block has a transaction that came to nothing there. */
export async function hasFailed(
  client: Queryable,
  { id, confirmations }: { readonly id: number; readonly confirmations: number },
  txid: string,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'sim-has-failed',
    text: `
      SELECT 1 FROM sim_tx WHERE chain_id = $1 AND txid = $2 AND state = 'mined' AND is_failed
         AND height <= (SELECT max(height) FROM sim_block WHERE chain_id = $1) - $3 + 1`,
    values: [id, txid, confirmations],
  });
  return rowCount !== 0;
}
