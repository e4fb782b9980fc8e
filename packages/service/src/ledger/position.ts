import type { Queryable } from '../store/database.ts';
import type { Balances } from './balances.ts';

/**
 * What the desk has become long (+) or short (-) of, per asset, by exchanging, paying and trading: its own less what operators
 * have put in. Exact as of now; what is being moved between accounts of its own counts once.
 */
export async function readPosition(client: Queryable): Promise<Balances> {
  const { rows } = await client.query<{ asset_id: number; units: string }>({
    name: 'read-position',
    text: `
      SELECT asset_id, sum(units)::text AS units FROM (
        SELECT asset_id, -units AS units FROM ledger_balance WHERE is_own(account)
        UNION ALL SELECT asset_id, -units FROM ledger_delta WHERE is_own(account)
        UNION ALL SELECT asset_id, -units FROM capital
      ) AS part GROUP BY asset_id HAVING sum(units) <> 0`,
  });
  return new Map(rows.map(({ asset_id, units }) => [asset_id, BigInt(units)]));
}
