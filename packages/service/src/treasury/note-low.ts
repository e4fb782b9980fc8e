import type { Queryable } from '../store/database.ts';
import { type Holding, isLow, type PlanLimits } from './holding.ts';

/** Notes which assets lack something from now on, and which no longer do. Returns those that have begun to. */
export async function noteLow(
  client: Queryable,
  holdings: readonly Holding[],
  limits: PlanLimits,
): Promise<Holding[]> {
  const changed = holdings.filter((holding) => isLow(holding, limits) !== holding.lowSince > 0);
  if (changed.length === 0) return [];
  await client.query(
    `UPDATE treasury_target t SET low_since = u.low_since FROM unnest($1::int[], $2::bigint[]) AS u (asset_id, low_since)
      WHERE t.asset_id = u.asset_id`,
    [
      changed.map(({ asset }) => asset.id),
      changed.map((holding) => (isLow(holding, limits) ? limits.now : 0)),
    ],
  );
  return changed.filter((holding) => isLow(holding, limits));
}
