import type { Chain, Transaction } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';

/** How the names of deposits begin that a balance showed (books/silent-deposits.ts): no node knows of such a transaction. */
export const SILENT = 'balance-';

export function silentName(height: number, address: string): string {
  return `${SILENT}${height}-${address}`;
}

export function isSilent(txid: string): boolean {
  return txid.startsWith(SILENT);
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
  if (!chain.needsSweeping || transactions.length === 0) return transactions;
  const { rows } = await client.query<{ address: string; asset_id: number }>({
    name: 'found-by-balance',
    text: `
      SELECT DISTINCT address, asset_id FROM deposit
       WHERE chain_id = $1 AND height >= $2 AND state IN ('mined', 'confirmed') AND starts_with(txid, $3)
         AND address = ANY ($4::text[])`,
    values: [
      chain.id,
      height,
      SILENT,
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
