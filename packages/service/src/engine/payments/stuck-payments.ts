import {
  ATTEMPT,
  attemptIs,
  attemptIsNot,
  IN_BLOCK,
  isFirst,
  isPaymentFor,
  PURPOSE,
  type Purpose,
  UNMINED,
} from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';

const { signed, sent, replaced } = ATTEMPT;

/** A payment that no block has taken for this long is tried at a higher fee. */
const PATIENCE_S = 600;
/** Each time half as much again, or more if the network asks for more; never beyond what the chain's policy allows. */
const MOST_BUMPS = 5;
const MOST_AT_ONCE = 10;
/** One that cannot be replaced is tried again after this, and each time after twice as long. */
const FIRST_PAUSE_S = 60;
const LONGEST_PAUSE_S = 3_600;

/** A payment that is to be replaced: by one that pays the same, or, if it is cancelled, by one that pays nobody. */
export interface StuckPayment {
  readonly id: number;
  /** The highest of its attempts. A cancel need not be dearer than what the network was never given. */
  readonly fee_rate: string;
  /** Of the first attempt. */
  readonly first_rate: string;
  readonly source: string | null;
  readonly nonce: number | null;
  readonly purpose: Purpose;
  readonly is_cancelled: boolean;
  /** True if the network was given none of them: what replaces them need not be dearer. */
  readonly is_unsent: boolean;
  /** How often in a row it could not be replaced. */
  readonly tries: number;
}

/**
 * Payments of which another attempt is to be made now. Those of which none could be made come
 * last and less and less often, so that they are in nobody's way. What helps a deposit along is left as
 * it is, and so is what pays whom the store has forgotten, and what ends by itself as it expires.
 */
export async function stuckPayments(
  client: Queryable,
  chainId: number,
  now: number,
): Promise<StuckPayment[]> {
  const { rows } = await client.query<StuckPayment>({
    name: 'stuck-payments',
    text: `
      SELECT p.id, (CASE WHEN newest.is_cancelled THEN newest.given_rate ELSE newest.fee_rate END)::text AS fee_rate,
             first.fee_rate::text AS first_rate, p.source, p.nonce, p.purpose, p.replace_tries AS tries, newest.is_cancelled, newest.is_unsent
        FROM attempt first JOIN payment p ON p.id = first.payment_id, LATERAL (
             SELECT max(f.signed_at) AS signed_at, max(f.fee_rate) AS fee_rate, count(*) - 1 AS bumps,
                    coalesce(max(f.fee_rate) FILTER (WHERE ${attemptIsNot('f', signed)} OR f.tries > 0 OR f.is_cancel),
                             max(f.fee_rate)) AS given_rate,
                    bool_or(${attemptIs('f', ...IN_BLOCK)}) AS is_mined,
                    bool_or(${attemptIs('f', sent)}) AS is_given, bool_and(${attemptIs('f', signed)} AND f.tries = 0) AS is_unsent,
                    p.cancel_asked_at > 0 OR bool_or(f.is_cancel AND ${attemptIsNot('f', replaced)}) AS is_cancelled,
                    count(*) FILTER (WHERE f.is_cancel) AS cancels
               FROM attempt f WHERE f.payment_id = p.id) AS newest
       WHERE first.chain_id = $1 AND ${isFirst('first')} AND ${attemptIs('first', ...UNMINED)}
         AND NOT ${isPaymentFor('p', PURPOSE.help)} AND NOT p.is_partly AND first.expires_at IS NULL AND NOT newest.is_mined
         AND p.replace_tried_at + least($5::bigint, $6::bigint << least(greatest(p.replace_tries - 1, 0), 10)) <= $2
         AND (newest.is_cancelled AND newest.cancels = 0 OR newest.is_given AND newest.signed_at < $3
              AND CASE WHEN newest.is_cancelled THEN newest.cancels ELSE newest.bumps END < $4)
       ORDER BY p.replace_tried_at, p.id LIMIT $7`,
    values: [chainId, now, now - PATIENCE_S, MOST_BUMPS, LONGEST_PAUSE_S, FIRST_PAUSE_S, MOST_AT_ONCE],
  });
  return rows;
}
