import type { Block, Chain } from '../chains/chain.ts';
import { DEPOSIT, depositIs } from '../deposits/life.ts';
import { tellTransfers } from '../events/tell.ts';
import { isIn, literal, setTo } from '../life.ts';
import { payoutEventType, type Reason } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';
import { ATTEMPT, ATTEMPT_CHANGES, attemptIs, isFirst, isPaymentFor, PURPOSE } from './life.ts';

/**
 * Here and in store-payments.ts is all that changes an attempt's state: each change of the table by compare-and-set, in the
 * caller's transaction, who books what they move.
 */

const { sent, mined, confirmed, replaced, undone } = ATTEMPT_CHANGES;
const DEPOSIT_GONE = ATTEMPT_CHANGES['deposit gone'];
const DEPOSIT_BACK = ATTEMPT_CHANGES['deposit back'];
const PLACE_TAKEN = ATTEMPT_CHANGES['place taken'];

/** The network has these. Orders are told the first time. */
export async function attemptsSent(client: Queryable, ids: readonly number[], at: number): Promise<void> {
  await client.query({
    name: 'attempts-sent',
    text: `
      WITH given AS (
        UPDATE attempt a SET ${setTo(sent, '$2')}, tries = a.tries + 1 FROM attempt before
         WHERE a.id = ANY ($1::bigint[]) AND ${isIn('a.state', sent.from)} AND before.id = a.id
        RETURNING a.payment_id, a.txid, ${attemptIs('before', ATTEMPT.signed)} AND NOT a.is_cancel AS is_news
      ), carried AS (
        SELECT o.id, o.order_id, o.reason, o.asset_id, o.units, given.txid
          FROM given JOIN payout o ON o.payment_id = given.payment_id WHERE given.is_news
      ), ${tellTransfers('carried', payoutEventType('sent'), '$2')}
      SELECT FROM given`,
    values: [ids, at],
  });
}

/** Nobody knows whether the network has it. The first time it is tried again at once, later as often as any other. */
export async function noteNotSent(
  client: Queryable,
  id: number,
  isFirstTime: boolean,
  at: number,
): Promise<void> {
  await client.query({
    name: 'attempt-not-sent',
    text: 'UPDATE attempt SET tries = tries + 1, sent_at = $2 WHERE id = $1',
    values: [id, isFirstTime ? 0 : at],
  });
}

/** The network refuses it, and has since a time. */
export async function noteRefused(client: Queryable, id: number, since: number, at: number): Promise<void> {
  await client.query('UPDATE attempt SET refused_at = $2, sent_at = $3, tries = tries + 1 WHERE id = $1', [
    id,
    since,
    at,
  ]);
}

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

/**
 * A payment that brings a deposit in, or helps it along, lives and dies with it: nobody sends it while the deposit is
 * gone, and it is sent again when that comes back. What it uses stays its own, so that the deposit's coin has one use,
 * whatever becomes of it.
 */
export async function tieToDeposits(client: Queryable, chain: Chain): Promise<void> {
  const states = [...DEPOSIT_GONE.from, ...DEPOSIT_BACK.from];
  const cleared = DEPOSIT_GONE.clears.map((column) => `, ${column} = DEFAULT`).join('');
  await client.query({
    name: 'tie-to-deposits',
    text: `
      WITH tied AS (
        SELECT a.id, bool_or(${depositIs('d', DEPOSIT.gone)}) AS is_gone
          FROM attempt a JOIN payment p ON p.id = a.payment_id JOIN payment_spend s ON s.payment_id = p.id
          JOIN deposit d ON d.chain_id = a.chain_id AND d.txid = split_part(s.spend, ':', 1) AND d.txid || ':' || d.index = s.spend
         WHERE a.chain_id = $1 AND ${isPaymentFor('p', PURPOSE.help, PURPOSE.sweep)} AND ${isIn('a.state', states)}
         GROUP BY a.id
      )
      UPDATE attempt a
         SET state = CASE WHEN tied.is_gone THEN ${literal(DEPOSIT_GONE.to)} ELSE ${literal(DEPOSIT_BACK.to)} END${cleared}
        FROM tied WHERE a.id = tied.id AND tied.is_gone <> (${isIn('a.state', DEPOSIT_BACK.from)})`,
    values: [chain.id],
  });
}

/**
 * Another sweep takes the nonce of one that waits for a deposit that is gone. Should that come back, it is brought in by a
 * later one: so what it had claimed is free, and the new one has claims of its own.
 */
export async function takePlaceOf(
  client: Queryable,
  chain: Chain,
  paymentId: number,
  coins: readonly string[],
): Promise<void> {
  await client.query({
    name: 'take-place-of-sweep',
    text: `
      WITH freed AS (
        DELETE FROM payment_spend s WHERE s.chain_id = $1 AND s.payment_id = $2 AND s.spend <> ALL ($3::text[])
           AND EXISTS (SELECT 1 FROM deposit d WHERE d.chain_id = $1 AND d.txid || ':' || d.index = s.spend
                          AND d.txid = split_part(s.spend, ':', 1))
      ), woken AS (
        UPDATE attempt a SET ${setTo(PLACE_TAKEN)}
         WHERE a.payment_id = $2 AND ${isFirst('a')} AND ${isIn('a.state', PLACE_TAKEN.from)}
      )
      INSERT INTO payment_spend (chain_id, spend, payment_id)
      SELECT $1, spend, $2 FROM unnest($3::text[]) AS spend`,
    values: [chain.id, paymentId, coins],
  });
}
