import type { RecordedPayment, RecordedPayout } from '../../record/recorded-payment.ts';
import type { Queryable } from '../../store/database.ts';

/** A payment that a record has and the store does not. */
export interface LostPayment {
  readonly payment: RecordedPayment;
  /** Why it cannot be taken up as it is; empty if nobody has tried yet. */
  readonly obstacle: string;
}

/** Whether something was signed for a payout `f` that the store lacks. */
export const IS_LOST = `
  EXISTS (SELECT 1 FROM lost_payment l, jsonb_array_elements(l.payment -> 'payouts') AS named
           WHERE named ->> 'name' = payout_name(f))`;

/** What lost payments pay by names that begin so, unless an operator has decided about them. */
export async function lostPayouts(client: Queryable, beginning: string): Promise<RecordedPayout[]> {
  const { rows } = await client.query<{ payout: RecordedPayout }>(
    `SELECT named AS payout FROM lost_payment l, jsonb_array_elements(l.payment -> 'payouts') AS named
      WHERE NOT l.is_kept AND starts_with(named ->> 'name', $1)`,
    [beginning],
  );
  return rows.map(({ payout }) => payout);
}

/** Notes payments that a record has and the store lacks, in the order in which they were signed. */
export async function noteLost(
  client: Queryable,
  record: string,
  payments: readonly RecordedPayment[],
  at: number,
): Promise<void> {
  if (payments.length === 0) return;
  // What was cut off and signed once more, to the same bytes, is twice in a record.
  const each = new Map(payments.map((payment) => [`${payment.chainId}/${payment.txid}`, payment]));
  await client.query({
    name: 'note-lost-payments',
    text: `
      INSERT INTO lost_payment AS l (chain_id, txid, payment, noted_at, records)
      SELECT (t.payment ->> 'chainId')::smallint, t.payment ->> 'txid', t.payment, $2, ARRAY[$3]
        FROM unnest($1::jsonb[]) WITH ORDINALITY AS t (payment, ordinal)
       WHERE NOT EXISTS (
             SELECT 1 FROM attempt p WHERE p.chain_id = (t.payment ->> 'chainId')::smallint AND p.txid = t.payment ->> 'txid')
       ORDER BY ordinal ON CONFLICT (chain_id, txid) DO UPDATE
         SET is_idle = false,
             records = CASE cardinality(l.records) WHEN 0 THEN l.records ELSE array_remove(l.records, $3) || $3 END`,
    values: [[...each.values()].map((payment) => JSON.stringify(payment)), at, record],
  });
}

/** SQL: a lost payment whose chain will have passed it one day. */
export const EXPIRES = "payment ->> 'expiresAt' IS NOT NULL";

/** Those of a chain, or of all, in the order in which they were signed. */
export async function lostPayments(
  client: Queryable,
  chainId: number | null,
  most = 1_000,
): Promise<LostPayment[]> {
  const { rows } = await client.query<LostPayment>({
    name: 'lost-payments',
    text: `
      SELECT payment, obstacle FROM lost_payment
       WHERE chain_id = coalesce($1, chain_id) AND NOT is_idle AND NOT is_kept ORDER BY number LIMIT $2`,
    values: [chainId, most],
  });
  return rows;
}

/** Nobody has seen it, and its order does not want it now: it is tried again if its payout is. */
export async function setIdle(client: Queryable, { chainId, txid }: RecordedPayment): Promise<void> {
  await client.query(
    'UPDATE lost_payment SET is_idle = true, is_passed = false WHERE chain_id = $1 AND txid = $2',
    [chainId, txid],
  );
}

/** Those that are set aside and expire. */
export async function idleExpiring(client: Queryable, chainId: number): Promise<RecordedPayment[]> {
  const { rows } = await client.query<{ payment: RecordedPayment }>({
    name: 'idle-expiring-payments',
    text: `
      SELECT payment FROM lost_payment WHERE chain_id = $1 AND is_idle AND NOT is_kept AND ${EXPIRES} ORDER BY number LIMIT 100`,
    values: [chainId],
  });
  return rows.map(({ payment }) => payment);
}

/** The first idle one that pays one of these payouts: whoever pays them otherwise must spend its coins. */
export async function idleFor(
  client: Queryable,
  chainId: number,
  names: readonly string[],
): Promise<RecordedPayment | null> {
  const { rows } = await client.query<{ payment: RecordedPayment }>({
    name: 'idle-payments',
    text: `
      SELECT payment FROM lost_payment WHERE chain_id = $1 AND is_idle AND NOT is_kept AND EXISTS (
             SELECT 1 FROM jsonb_array_elements(payment -> 'payouts') AS p WHERE p ->> 'name' = ANY ($2::text[]))
       ORDER BY number LIMIT 1`,
    values: [chainId, names],
  });
  return rows[0]?.payment ?? null;
}

/** One of them; null if it is none. */
export async function lostPayment(client: Queryable, txid: string): Promise<LostPayment | null> {
  const { rows } = await client.query<LostPayment>(
    'SELECT payment, obstacle FROM lost_payment WHERE txid = $1 AND NOT is_kept FOR UPDATE',
    [txid],
  );
  return rows[0] ?? null;
}

/** It is in the store now, or never will be needed. */
export async function notLost(client: Queryable, { chainId, txid }: RecordedPayment): Promise<void> {
  await client.query({
    name: 'not-lost',
    text: 'DELETE FROM lost_payment WHERE chain_id = $1 AND txid = $2',
    values: [chainId, txid],
  });
}

/** Why it cannot be taken up. */
export async function setObstacle(
  client: Queryable,
  { chainId, txid }: RecordedPayment,
  obstacle: string,
): Promise<void> {
  await client.query({
    name: 'set-obstacle',
    text: 'UPDATE lost_payment SET obstacle = $3 WHERE chain_id = $1 AND txid = $2 AND obstacle <> $3',
    values: [chainId, txid, obstacle],
  });
}

/** No block waits for it any more. False if none did. */
export async function passBy(client: Queryable, { chainId, txid }: RecordedPayment): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE lost_payment SET is_passed = true WHERE chain_id = $1 AND txid = $2 AND NOT is_passed',
    [chainId, txid],
  );
  return rowCount === 1;
}

/** It is in the store now, but these of its payouts are not: nobody is paid for them again. */
export async function keepLost(
  client: Queryable,
  { chainId, txid }: RecordedPayment,
  payouts: RecordedPayment['payouts'],
): Promise<void> {
  await client.query(
    `UPDATE lost_payment SET is_kept = true, is_idle = false, payment = jsonb_set(payment, '{payouts}', $3)
      WHERE chain_id = $1 AND txid = $2`,
    [chainId, txid, JSON.stringify(payouts)],
  );
}

/** Whether a payment that was settled has paid a payout `p`, of which the store knew nothing then. SQL. */
export const WAS_PAID = `
  EXISTS (SELECT 1 FROM lost_payment l, jsonb_array_elements(l.payment -> 'payouts') AS named
           WHERE l.is_kept AND named ->> 'name' = payout_name(p))`;

/**
 * The transactions that are lost: what has one is not followed before it is found again, so that it is booked with its block.
 * What an operator has passed by is booked when it is found.
 */
export async function lostTxids(client: Queryable, chainId: number): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ txid: string }>({
    name: 'lost-txids',
    text: 'SELECT txid FROM lost_payment WHERE chain_id = $1 AND NOT is_passed AND NOT is_kept',
    values: [chainId],
  });
  return new Set(rows.map(({ txid }) => txid));
}

/** Those of some transactions that are lost. */
export function among(
  lost: ReadonlySet<string>,
  transactions: readonly { readonly txid: string }[],
): string[] {
  return transactions.map(({ txid }) => txid).filter((txid) => lost.has(txid));
}

/** A block or the mempool has these: what was set aside because nobody had seen it has to be taken up. False if there are none. */
export async function noteSeen(
  client: Queryable,
  chainId: number,
  txids: readonly string[],
): Promise<boolean> {
  if (txids.length === 0) return false;
  await client.query({
    name: 'note-seen',
    text: `
      UPDATE lost_payment SET is_seen = true, is_idle = false
       WHERE chain_id = $1 AND txid = ANY ($2::text[]) AND NOT (is_seen AND NOT is_idle)`,
    values: [chainId, txids],
  });
  return true;
}

/** The numbers of the orders that lost payments pay: these are accepted also while the desk is held. */
export async function ordersOfLost(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ no: string }>(
    `SELECT DISTINCT split_part(p ->> 'name', '/', 1) AS no
       FROM lost_payment l, jsonb_array_elements(l.payment -> 'payouts') AS p`,
  );
  return rows.map(({ no }) => no);
}
