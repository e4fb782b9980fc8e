import type { Queryable } from '../store/database.ts';
import type { Account } from './accounts.ts';
import { type Balances, balancesOfAll } from './balances.ts';

/**
 * What is free to be promised, per asset. What orders have been promised is theirs, no longer the treasury's; what the
 * networks took beyond what receivers were charged, and what was lost, is nobody's.
 */
export type Free = Map<number, bigint>;

export async function freeTreasury(client: Queryable): Promise<Free> {
  const balances = await balancesOfAll(client, ['treasury', 'network', 'loss']);
  const units = (account: Account, assetId: number) => balances.get(account)?.get(assetId) ?? 0n;
  const spent = (account: Account, assetId: number) => {
    const taken = units(account, assetId);
    return taken > 0n ? taken : 0n;
  };
  return new Map(
    [...(balances.get('treasury') as Balances).keys()].map((assetId) => [
      assetId,
      -units('treasury', assetId) - spent('network', assetId) - spent('loss', assetId),
    ]),
  );
}
