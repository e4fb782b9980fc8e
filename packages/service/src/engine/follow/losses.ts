import type { Queryable } from '../../store/database.ts';

/** A deposit that was used, and then taken back by a reorganisation. */
export interface Loss {
  readonly depositId: number;
  /** The order that used it; DEPOSIT and its number if it was given back without one. */
  readonly no: string;
  readonly assetId: number;
  readonly units: bigint;
  /** When it was taken back; Unix seconds. */
  readonly at: number;
  /** When an operator took note of it; 0: nobody has. */
  readonly acknowledgedAt: number;
}

interface Row {
  deposit_id: number;
  no: string;
  asset_id: number;
  units: string;
  at: number;
  acknowledged_at: number;
}

const NAME = "coalesce((SELECT o.no FROM orders o WHERE o.id = l.order_id), 'DEPOSIT-' || l.deposit_id)";
const COLUMNS = `l.deposit_id, ${NAME} AS no, l.asset_id, l.units::text, l.at, l.acknowledged_at`;
const MOST_SHOWN = 1_000;

/** Notes deposits that are gone although they were used. One that is lost once more is news again. */
export async function noteLosses(
  client: Queryable,
  depositIds: readonly number[],
  at: number,
): Promise<Loss[]> {
  if (depositIds.length === 0) return [];
  const { rows } = await client.query<Row>({
    name: 'note-losses',
    text: `
      WITH l AS (
        INSERT INTO loss (deposit_id, order_id, asset_id, units, at)
        SELECT id, order_id, asset_id, units, $2 FROM deposit WHERE id = ANY ($1::bigint[])
            ON CONFLICT (deposit_id) DO UPDATE SET at = excluded.at, acknowledged_at = 0
        RETURNING deposit_id, order_id, asset_id, units, at, acknowledged_at
      )
      SELECT ${COLUMNS} FROM l ORDER BY l.deposit_id`,
    values: [depositIds, at],
  });
  return rows.map(toLoss);
}

/** These deposits are back: nothing is lost any more. Returns which. */
export async function endLosses(client: Queryable, depositIds: readonly number[]): Promise<Loss[]> {
  if (depositIds.length === 0) return [];
  const { rows } = await client.query<Row>({
    name: 'end-losses',
    text: `DELETE FROM loss l WHERE l.deposit_id = ANY ($1::bigint[]) RETURNING ${COLUMNS}`,
    values: [depositIds],
  });
  return rows.map(toLoss);
}

/** Those that nobody has acknowledged first, then the newest. */
export async function loadLosses(client: Queryable): Promise<Loss[]> {
  const { rows } = await client.query<Row>({
    name: 'load-losses',
    text: `
      SELECT ${COLUMNS} FROM loss l
       ORDER BY l.acknowledged_at > 0, l.at DESC, l.deposit_id LIMIT ${MOST_SHOWN}`,
  });
  return rows.map(toLoss);
}

/** An operator has taken note of what an order lost. Returns what they had not before. */
export async function acknowledgeLosses(client: Queryable, no: string, at: number): Promise<Loss[]> {
  const { rows } = await client.query<Row>(
    `UPDATE loss l SET acknowledged_at = $2 WHERE ${NAME} = $1 AND l.acknowledged_at = 0 RETURNING ${COLUMNS}`,
    [no, at],
  );
  return rows.map(toLoss);
}

function toLoss(row: Row): Loss {
  return {
    depositId: row.deposit_id,
    no: row.no,
    assetId: row.asset_id,
    units: BigInt(row.units),
    at: row.at,
    acknowledgedAt: row.acknowledged_at,
  };
}
