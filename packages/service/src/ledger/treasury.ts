import type { Queryable } from '../store/database.ts';
import { balancesOf } from './balances.ts';

/** What is free to be promised, per asset. What orders have been promised is theirs, no longer the treasury's. */
export type Free = Map<number, bigint>;

export async function freeTreasury(client: Queryable): Promise<Free> {
  const balances = await balancesOf(client, 'treasury');
  return new Map([...balances].map(([assetId, units]) => [assetId, -units]));
}
