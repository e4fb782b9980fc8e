import { tellTransfers } from '../events/tell.ts';
import { isIn, setTo } from '../life.ts';
import { payoutEventType } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';
import { touched } from '../traces/touched.ts';
import { ATTEMPT, ATTEMPT_CHANGES, attemptIs } from './life.ts';

const { sent } = ATTEMPT_CHANGES;

/** The network has these. Orders are told the first time. */
export async function attemptsSent(client: Queryable, ids: readonly number[], at: number): Promise<void> {
  const { rows } = await client.query<{ order_id: number | null; payment_id: number }>({
    name: 'attempts-sent',
    text: `
      WITH given AS (
        UPDATE attempt a SET ${setTo(sent, '$2')}, tries = a.tries + 1 FROM attempt before
         WHERE a.id = ANY ($1::bigint[]) AND ${isIn('a.state', sent.from)} AND before.id = a.id
        RETURNING a.payment_id, a.txid, ${attemptIs('before', ATTEMPT.signed)} AND NOT a.is_cancel AS is_news
      ), carried AS (
        SELECT o.id, o.order_id, o.reason, o.asset_id, o.units, o.payment_id, given.txid
          FROM given JOIN payout o ON o.payment_id = given.payment_id WHERE given.is_news
      ), ${tellTransfers('carried', payoutEventType('sent'), '$2')}
      SELECT order_id, payment_id FROM carried`,
    values: [ids, at],
  });
  touched(client, rows, 'payout.sent');
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
