import { MAY_BE_SIGNED } from '../engine/payments/may-be-signed.ts';
import { RETURNED_FROM } from '../engine/payments/returned-from.ts';
import { type HasPassed, isPassed } from '../engine/payments/signed-before.ts';
import { ATTEMPT, attemptIs } from '../payments/life.ts';
import { PAYOUT, payoutIs, payoutIsNot, UNPAID } from '../payouts/life.ts';
import { isFor, REASON } from '../payouts/reasons.ts';
import type { RecordedPayment } from '../record/recorded-payment.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import type { Queryable } from '../store/database.ts';
import type { UnpaidPayout } from './facts.ts';
import { KEEPS_PROMISE } from './promises.ts';

interface Row {
  id: number;
  name: string;
  asset_id: number;
  address: string;
  units: string;
  is_due: boolean;
  is_signed: boolean;
  origin: string | null;
  stored: string[] | null;
  /** The name of the output in whose place it is given back. */
  unmade: string | null;
}

interface SignerQuestion {
  readonly chainId: number;
  readonly addresses: readonly string[];
  /** Those of the operator's own that the signer's file names. */
  readonly withdrawals: readonly string[];
  /** That of its file for what is above hot limits; null: it names none. */
  readonly cold: string | null;
  readonly hasPassed: HasPassed;
}

/**
 * What is still to be paid to some addresses. A transaction signed earlier is out of the question once another payment
 * of ours that spends the same is confirmed, or its chain has passed its expiry without it. Where the engine has stored a payment that we know nothing of, from a time
 * before there was a signer, that counts as signed earlier too. Until the transaction ends nobody sends them elsewhere.
 */
export async function readUnpaid(
  client: Queryable,
  record: SigningRecord,
  { chainId, addresses, withdrawals, cold, hasPassed }: SignerQuestion,
): Promise<UnpaidPayout[]> {
  const { rows } = await client.query<Row>({
    name: 'signer-unpaid',
    text: `
      SELECT p.id, payout_name(p) AS name, p.asset_id, p.address, p.units::text,
             coalesce((${MAY_BE_SIGNED}) AND (${KEEPS_PROMISE}), false) AS is_due,
             ${payoutIsNot('p', PAYOUT.ready)} AS is_signed, ${RETURNED_FROM} AS origin,
             (SELECT json_agg(used.spend) FROM payment_spend used
               WHERE used.payment_id = p.payment_id AND ${payoutIsNot('p', PAYOUT.ready)}) AS stored,
             (SELECT payout_name(unmade) FROM payout unmade
               WHERE ${isFor('p', REASON.entryRefund)} AND unmade.order_id = p.order_id AND ${isFor('unmade', REASON.output)}
                 AND unmade.entry = p.entry) AS unmade
        FROM payout p LEFT JOIN orders o ON o.id = p.order_id
       WHERE p.chain_id = $1 AND p.address = ANY ($2::text[]) AND ${payoutIs('p', ...UNPAID)}
       ORDER BY p.id FOR SHARE OF p`,
    values: [chainId, addresses, withdrawals, cold],
  });
  const unpaid: UnpaidPayout[] = [];
  for (const row of rows) {
    const signed = await stillPossible(client, await record.signedFor(row.name), hasPassed);
    // What is given back must not be paid as well.
    const outputs =
      row.unmade === null ? [] : await stillPossible(client, await record.signedFor(row.unmade), hasPassed);
    unpaid.push({
      id: row.id,
      name: row.name,
      assetId: row.asset_id,
      address: row.address,
      units: BigInt(row.units),
      isDue: row.is_due && outputs.length === 0,
      isSigned: row.is_signed,
      origin: row.origin,
      signedFrom: signed.flatMap(({ source }) => source ?? []),
      earlier: [...signed.map(({ spends }) => spends), ...(row.stored === null ? [] : [row.stored])],
    });
  }
  return unpaid;
}

/** Those in whose place no other payment of ours is confirmed, and that have not expired for good. */
async function stillPossible(
  client: Queryable,
  payments: readonly RecordedPayment[],
  hasPassed: HasPassed,
): Promise<RecordedPayment[]> {
  const possible: RecordedPayment[] = [];
  for (const payment of payments) {
    // Of what expires the store may say anything: the chain is asked.
    if (payment.expiresAt !== undefined) {
      if (!(await isPassed(payment, hasPassed))) possible.push(payment);
      continue;
    }
    const { rowCount } = await client.query({
      name: 'signer-confirmed-other',
      text: `
        SELECT 1 FROM payment_spend used
          JOIN attempt other ON other.payment_id = used.payment_id
         WHERE used.chain_id = $1 AND used.spend = ANY ($2::text[]) AND ${attemptIs('other', ATTEMPT.confirmed)}
           AND (other.txid <> $3 OR other.is_failed) LIMIT 1`,
      values: [payment.chainId, payment.spends, payment.txid],
    });
    if (rowCount === 0) possible.push(payment);
  }
  return possible;
}
