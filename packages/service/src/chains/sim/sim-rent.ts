import type { Queryable } from '../../store/database.ts';
import type { SimMove } from './sim-transaction.ts';

/** What an account for a token keeps as long as it is open, in which coin. */
export interface TokenRent {
  readonly assetId: number;
  readonly units: bigint;
}

/** Where the rent of an address's account for a token lies: nobody's transfers go there. */
export function tokenAccount(address: string, assetId: number): string {
  return `${address}/${assetId}`;
}

/** Whoever is sent a token for the first time gets an account for it, with its rent. */
export async function firstRents(
  client: Queryable,
  chainId: number,
  rent: TokenRent | null,
  gives: readonly SimMove[],
): Promise<SimMove[]> {
  if (rent === null) return [];
  const accounts = gives
    .filter(({ assetId }) => assetId !== rent.assetId)
    .map(({ address, assetId }) => tokenAccount(address, assetId));
  if (accounts.length === 0) return [];
  const { rows } = await client.query<{ address: string }>({
    name: 'sim-token-accounts',
    text: `
      SELECT m.address FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid AND t.state <> 'dropped'
       WHERE m.chain_id = $1 AND m.address = ANY ($2::text[]) GROUP BY m.address HAVING sum(m.units) > 0`,
    values: [chainId, accounts],
  });
  const open = new Set(rows.map(({ address }) => address));
  return [...new Set(accounts)]
    .filter((account) => !open.has(account))
    .map((address) => ({ address, assetId: rent.assetId, units: String(rent.units) }));
}
