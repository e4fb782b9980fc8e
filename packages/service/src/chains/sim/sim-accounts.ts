import type { Queryable } from '../../store/database.ts';

/** The accounts of a test network while a block is made of what waits. */
export interface Accounts {
  /** Carries a transaction out, if everyone who pays in it has what they pay. */
  pays(txid: string): boolean;
}

interface Move {
  txid: string;
  address: string;
  asset_id: number;
  units: string;
}

export async function openAccounts(client: Queryable, chainId: number): Promise<Accounts> {
  const { rows } = await client.query<Move>({
    name: 'sim-waiting-moves',
    text: `
      SELECT m.txid, m.address, m.asset_id, m.units::text FROM sim_move m
        JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid AND t.state = 'waiting' WHERE m.chain_id = $1`,
    values: [chainId],
  });
  const held = await client.query<Omit<Move, 'txid'>>({
    name: 'sim-held',
    text: `
      SELECT DISTINCT ON (address, asset_id) address, asset_id, units::text FROM sim_held
       WHERE chain_id = $1 AND address = ANY ($2::text[]) ORDER BY address, asset_id, height DESC`,
    values: [chainId, [...new Set(rows.map(({ address }) => address))]],
  });
  const balances = new Map(held.rows.map((row) => [keyOf(row), BigInt(row.units)]));
  return {
    pays(txid) {
      const after = new Map<string, bigint>();
      for (const move of rows.filter((row) => row.txid === txid)) {
        const key = keyOf(move);
        after.set(key, (after.get(key) ?? balances.get(key) ?? 0n) + BigInt(move.units));
      }
      if ([...after.values()].some((units) => units < 0n)) return false;
      for (const [key, units] of after) balances.set(key, units);
      return true;
    },
  };
}

function keyOf({ address, asset_id }: { address: string; asset_id: number }): string {
  return `${address} ${asset_id}`;
}
