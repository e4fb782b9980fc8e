import { balancesOf } from '../../ledger/balances.ts';
import type { Queryable } from '../../store/database.ts';

/** An asset in which nothing is paid out, and what ledger and wallet said when they were compared last. */
export interface Halt {
  readonly assetId: number;
  readonly ledgerUnits: bigint;
  readonly walletUnits: bigint;
  readonly since: number;
  /** Ledger and wallet differ; something was spent by a transaction that the store does not know; somebody wanted it. */
  readonly reason: 'books' | 'unknown spend' | 'operator';
  /** In words, where the figures do not tell. */
  readonly cause: string;
  /** What an operator has said who wanted it, beside whatever else halts it; null: nobody did. */
  readonly wanted: { readonly why: string; readonly by: string; readonly at: number } | null;
}

interface Row {
  asset_id: number;
  ledger_units: string;
  wallet_units: string;
  since: number;
  reason: Halt['reason'];
  cause: string;
  wanted: string | null;
  wanted_by: string | null;
  wanted_at: number | null;
}

const COLUMNS = 'asset_id, ledger_units, wallet_units, since, reason, cause, wanted, wanted_by, wanted_at';

export async function loadHalts(client: Queryable): Promise<Halt[]> {
  const { rows } = await client.query<Row>(`SELECT ${COLUMNS} FROM halt ORDER BY asset_id`);
  return rows.map(toHalt);
}

/**
 * Halts an asset because an operator says so, and why; false if one has already. Ledger and wallet then say the same. What is
 * halted for another reason stays so once that is over.
 */
export async function setHalt(
  client: Queryable,
  assetId: number,
  why: string,
  at: number,
  by: string,
): Promise<boolean> {
  const held = (await balancesOf(client, 'wallet')).get(assetId) ?? 0n;
  const { rowCount } = await client.query(
    `INSERT INTO halt (asset_id, ledger_units, wallet_units, since, reason, cause, wanted, wanted_by, wanted_at)
     VALUES ($1, $2, $2, $3, 'operator', $4, $4, $5, $3)
         ON CONFLICT (asset_id) DO UPDATE SET wanted = excluded.wanted, wanted_by = excluded.wanted_by, wanted_at = excluded.wanted_at WHERE halt.wanted IS NULL`,
    [assetId, String(held), at, why, by],
  );
  return rowCount === 1;
}

/** Ends a halt; null if there was none. The next comparison begins a new one if it finds a difference. */
export async function clearHalt(client: Queryable, assetId: number): Promise<Halt | null> {
  const { rows } = await client.query<Row>(`DELETE FROM halt WHERE asset_id = $1 RETURNING ${COLUMNS}`, [
    assetId,
  ]);
  return rows[0] === undefined ? null : toHalt(rows[0]);
}

function toHalt(row: Row): Halt {
  const { asset_id, ledger_units, wallet_units, cause, wanted, wanted_by, wanted_at, ...rest } = row;
  const also =
    wanted === null || rest.reason === 'operator' ? '' : `an operator has halted it too: ${wanted}`;
  return {
    assetId: asset_id,
    ledgerUnits: BigInt(ledger_units),
    walletUnits: BigInt(wallet_units),
    cause: [cause, also].filter((words) => words !== '').join('; '),
    wanted: wanted === null ? null : { why: wanted, by: wanted_by ?? '', at: wanted_at ?? rest.since },
    ...rest,
  };
}
