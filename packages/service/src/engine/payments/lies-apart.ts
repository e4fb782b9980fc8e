import { isUsedFor, USE } from '../../deposits/life.ts';
import type { Queryable } from '../../store/database.ts';

/** So much of an asset. */
export interface Apart {
  readonly assetId: number;
  readonly units: bigint;
}

/**
 * What screening stopped and the treasury's account gives back in its place, paid or not: it lies on deposit addresses, from
 * which nobody is paid, until it is released. Of some assets of a chain; nothing where all that is ours pays.
 */
export async function liesApart(
  client: Queryable,
  chainId: number,
  assetIds: readonly number[],
): Promise<Apart[]> {
  const { rows } = await client.query<{ asset_id: number; units: string }>({
    name: 'lies-apart',
    text: `
      SELECT q.asset_id, sum(c.units)::text AS units
        FROM deposit q JOIN coin c ON c.chain_id = q.chain_id AND c.spend = q.txid || ':' || q.index
       WHERE q.chain_id = $1 AND q.asset_id = ANY ($2::int[]) AND q.quarantined_at > 0 AND ${isUsedFor('q', USE.refund)}
       GROUP BY q.asset_id ORDER BY q.asset_id`,
    values: [chainId, assetIds],
  });
  return rows.map(({ asset_id, units }) => ({ assetId: asset_id, units: BigInt(units) }));
}
