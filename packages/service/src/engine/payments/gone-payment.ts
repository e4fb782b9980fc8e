import type { Chain } from '../../chains/chain.ts';
import { ATTEMPT, attemptIs, isFirst, isPaymentFor, type Purpose } from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';

/** A payment that waits for a deposit that is gone, and the nonce that it would take. */
export interface GonePayment {
  readonly id: number;
  readonly nonce: number;
  readonly purpose: Purpose;
  /** The highest of its attempts: the network may still have it. */
  readonly feeRate: bigint;
}

/** The payment in whose place another may use an address: its nonce is not used up, and a gap would block all after it. */
export async function findGone(
  client: Queryable,
  chain: Chain,
  source: string,
  purposes: readonly Purpose[],
): Promise<GonePayment | null> {
  const { rows } = await client.query<Omit<GonePayment, 'feeRate'> & { fee_rate: string }>(
    `SELECT p.id, p.nonce, p.purpose, (SELECT max(f.fee_rate) FROM attempt f WHERE f.payment_id = p.id)::text AS fee_rate
       FROM payment p JOIN attempt a ON a.payment_id = p.id AND ${isFirst('a')}
      WHERE p.chain_id = $1 AND p.source = $2 AND ${isPaymentFor('p', ...purposes)} AND ${attemptIs('a', ATTEMPT.gone)}
      ORDER BY p.nonce LIMIT 1`,
    [chain.id, source],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, feeRate: BigInt(row.fee_rate) };
}
