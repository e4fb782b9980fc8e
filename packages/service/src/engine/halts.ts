import type { Queryable } from '../store/database.ts';

/** An asset in which nothing is paid out, and what ledger and wallet said when they were compared last. */
export interface Halt {
  readonly assetId: number;
  readonly ledgerUnits: bigint;
  readonly walletUnits: bigint;
  readonly since: number;
}

interface Row {
  asset_id: number;
  ledger_units: string;
  wallet_units: string;
  since: number;
}

export async function loadHalts(client: Queryable): Promise<Halt[]> {
  const { rows } = await client.query<Row>(
    'SELECT asset_id, ledger_units, wallet_units, since FROM halt ORDER BY asset_id',
  );
  return rows.map(toHalt);
}

/** Ends a halt; null if there was none. The next comparison begins a new one if it finds a difference. */
export async function clearHalt(client: Queryable, assetId: number): Promise<Halt | null> {
  const { rows } = await client.query<Row>(
    'DELETE FROM halt WHERE asset_id = $1 RETURNING asset_id, ledger_units, wallet_units, since',
    [assetId],
  );
  return rows[0] === undefined ? null : toHalt(rows[0]);
}

function toHalt({ asset_id, ledger_units, wallet_units, since }: Row): Halt {
  return { assetId: asset_id, ledgerUnits: BigInt(ledger_units), walletUnits: BigInt(wallet_units), since };
}
