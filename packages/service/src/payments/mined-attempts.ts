import type { Block } from '../chains/chain.ts';
import { isIn, setTo } from '../life.ts';
import type { Reason } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';
import { touched } from '../traces/touched.ts';
import { ATTEMPT, ATTEMPT_CHANGES, attemptIs } from './life.ts';

/** What blocks do to attempts. Whoever calls books what they move, in the same transaction. */

const { mined, confirmed, replaced, undone } = ATTEMPT_CHANGES;

/** An attempt that a block has or had, and what it moves: the payouts of its payment and its own fee. */
export interface MovingAttempt {
  readonly id: number;
  readonly payment_id: number;
  readonly txid: string;
  readonly fee_units: string;
  /** In the chain, but its payouts were not made. */
  readonly is_failed: boolean;
  /** In the chain in place of one whose payouts are not made now. */
  readonly is_cancel: boolean;
  readonly native_id: number;
  readonly payouts: readonly [orderId: number | null, assetId: number, units: string, reason: Reason][];
}

const MOVES = `
  a.id, a.payment_id, a.txid, a.fee_units::text, a.is_failed, a.is_cancel,
  (SELECT n.id FROM asset n JOIN chain c ON c.id = n.chain_id AND n.abbr = c.native_abbr WHERE c.id = a.chain_id) AS native_id,
  coalesce((SELECT json_agg(json_build_array(o.order_id, o.asset_id, o.units::text, o.reason) ORDER BY o.id)
              FROM payout o WHERE o.payment_id = a.payment_id AND NOT a.is_cancel), '[]') AS payouts`;

/** Attempts in a block. What they cost may be known only now. A payment that a block has is not cancelled, whoever wanted it. */
export async function attemptsMined(
  client: Queryable,
  chainId: number,
  { transactions, height }: Pick<Block, 'transactions' | 'height'>,
): Promise<MovingAttempt[]> {
  const told = transactions.filter(({ feeUnits, isFailed }) => feeUnits !== undefined || isFailed);
  const { rows } = await client.query<MovingAttempt>({
    name: 'attempts-mined',
    text: `
      WITH mined AS (
        UPDATE attempt a
           SET ${setTo(mined)}, height = $3, fee_units = coalesce(t.fee_units, a.fee_units),
               is_failed = coalesce(t.is_failed, false)
          FROM attempt m
          LEFT JOIN unnest($4::text[], $5::numeric[], $6::boolean[]) AS t (txid, fee_units, is_failed) ON t.txid = m.txid
         WHERE m.chain_id = $1 AND m.txid = ANY ($2::text[]) AND ${isIn('m.state', mined.from)} AND a.id = m.id
        RETURNING ${MOVES}
      ), kept AS (
        UPDATE payment p SET cancel_asked_at = 0 FROM mined
         WHERE p.id = mined.payment_id AND NOT mined.is_cancel AND p.cancel_asked_at > 0
      )
      SELECT * FROM mined`,
    values: [
      chainId,
      transactions.map(({ txid }) => txid),
      height,
      told.map(({ txid }) => txid),
      told.map(({ feeUnits }) => feeUnits?.toString() ?? null),
      told.map(({ isFailed }) => isFailed ?? false),
    ],
  });
  const carried = rows.flatMap(({ payouts, payment_id }) =>
    payouts.map(([order_id]) => ({ order_id, payment_id })),
  );
  touched(client, carried, 'payout.mined');
  return rows;
}

/** The same attempts, read again. */
export async function readMoving(client: Queryable, ids: readonly number[]): Promise<MovingAttempt[]> {
  const { rows } = await client.query<MovingAttempt>(
    `SELECT ${MOVES} FROM attempt a WHERE a.id = ANY ($1::bigint[])`,
    [ids],
  );
  return rows;
}

/** Attempts that are deep enough. */
export async function confirmAttempts(
  client: Queryable,
  chainId: number,
  settled: number,
  at: number,
): Promise<MovingAttempt[]> {
  const { rows } = await client.query<MovingAttempt>({
    name: 'confirm-attempts',
    text: `
      UPDATE attempt a SET ${setTo(confirmed, '$3')}
       WHERE a.chain_id = $1 AND ${isIn('a.state', confirmed.from)} AND a.height <= $2
      RETURNING ${MOVES}`,
    values: [chainId, settled, at],
  });
  return rows;
}

/** The other attempts of payments of which one is confirmed. */
export async function replaceOthers(client: Queryable, confirmed: readonly MovingAttempt[]): Promise<void> {
  await client.query({
    name: 'replace-others',
    text: `
      UPDATE attempt a SET ${setTo(replaced)}
       WHERE a.payment_id = ANY ($1::bigint[]) AND NOT a.id = ANY ($2::bigint[]) AND ${isIn('a.state', replaced.from)}`,
    values: [confirmed.map(({ payment_id }) => payment_id), confirmed.map(({ id }) => id)],
  });
}

/** The attempts of a block that is gone. */
export async function undoAttempts(
  client: Queryable,
  chainId: number,
  height: number,
): Promise<(MovingAttempt & { was_confirmed: boolean })[]> {
  const { rows } = await client.query<MovingAttempt & { was_confirmed: boolean }>({
    name: 'undo-attempts',
    text: `
      WITH undone AS (
        SELECT id, state FROM attempt WHERE chain_id = $1 AND height = $2 AND ${isIn('state', undone.from)} FOR UPDATE
      )
      UPDATE attempt a SET ${setTo(undone)} FROM undone WHERE a.id = undone.id
      RETURNING ${attemptIs('undone', ATTEMPT.confirmed)} AS was_confirmed, ${MOVES}`,
    values: [chainId, height],
  });
  return rows;
}
