import { transaction } from '../../store/transaction.ts';
import { lock, type SimNetwork } from './sim-network.ts';

/**
 * Whatever block takes a waiting transaction of an account, it comes to nothing: only its fee is paid, in the native coin.
 * True if there was one.
 */
export function failTransaction(
  { database, chainId }: SimNetwork,
  txid: string,
  nativeAssetId: number,
): Promise<boolean> {
  return transaction(database, async (client) => {
    await lock(client, chainId);
    const { rowCount } = await client.query(
      "UPDATE sim_tx SET is_failed = true, rent_units = 0 WHERE chain_id = $1 AND txid = $2 AND state = 'waiting' AND NOT is_failed",
      [chainId, txid],
    );
    if (rowCount === 0) return false;
    await client.query(
      // A nonce account that it names is used all the same. The last of those who pay pays the fee.
      `WITH moved AS (DELETE FROM sim_move WHERE chain_id = $1 AND txid = $2 AND units <> 0)
       INSERT INTO sim_move (chain_id, txid, address, asset_id, units, is_ours)
       SELECT chain_id, txid, sources[cardinality(sources)], $3, -fee_units, true FROM sim_tx WHERE chain_id = $1 AND txid = $2`,
      [chainId, txid, nativeAssetId],
    );
    return true;
  });
}
