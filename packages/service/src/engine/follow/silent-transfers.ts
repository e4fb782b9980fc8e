import type { Chain, Transaction } from '../../chains/chain.ts';
import { depositIs, IN_BLOCK } from '../../deposits/life.ts';
import type { Queryable } from '../../store/database.ts';
import { kindOf } from '../kinds/kind-of.ts';

/** What stands for the transaction of a deposit that a balance showed (books/silent-deposits.ts): nobody knows the real one. */
export function silentName(height: number, address: string): string {
  return `balance-${height}-${address}`;
}

/**
 * Without transfers to addresses whose balance was compared at this block or later: whatever had come by then and was not
 * known has been found by that. For those who look through a block once more.
 */
export async function withoutFound(
  client: Queryable,
  chain: Chain,
  height: number,
  transactions: readonly Transaction[],
): Promise<readonly Transaction[]> {
  if (kindOf(chain).unseen === null || transactions.length === 0) return transactions;
  const { rows } = await client.query<{ address: string; asset_id: number }>({
    name: 'found-by-balance',
    text: `
      SELECT DISTINCT d.address, d.asset_id FROM deposit d
       WHERE d.chain_id = $1 AND d.height >= $2 AND ${depositIs('d', ...IN_BLOCK)} AND d.is_silent
         AND d.address = ANY ($3::text[])`,
    values: [
      chain.id,
      height,
      transactions.flatMap(({ transfers }) => transfers.map(({ address }) => address)),
    ],
  });
  const isFound = ({ address, assetId }: { address: string; assetId: number }) =>
    rows.some((row) => row.address === address && row.asset_id === assetId);
  return transactions.map((transaction) => ({
    ...transaction,
    transfers: transaction.transfers.filter((transfer) => !isFound(transfer)),
  }));
}
