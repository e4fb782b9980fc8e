import type { Queryable } from '../store/database.ts';
import { balancesOf } from './balances.ts';

/**
 * What is free to be promised, per asset. What orders have been promised is theirs, no longer the treasury's; what the
 * networks took beyond what receivers were charged, and what was lost, is nobody's.
 */
export type Free = Map<number, bigint>;

export async function freeTreasury(client: Queryable): Promise<Free> {
  const treasury = await balancesOf(client, 'treasury');
  const network = await balancesOf(client, 'network');
  const loss = await balancesOf(client, 'loss');
  const spent = (balances: Map<number, bigint>, assetId: number) => {
    const units = balances.get(assetId) ?? 0n;
    return units > 0n ? units : 0n;
  };
  return new Map(
    [...treasury].map(([assetId, units]) => [
      assetId,
      -units - spent(network, assetId) - spent(loss, assetId),
    ]),
  );
}
