import { attemptIs, isFirst, PURPOSE, type Purpose, UNMINED } from '../../payments/life.ts';
import { purposeOf } from '../../payments/recorded-purpose.ts';
import { RECORDED } from '../../record/purposes.ts';
import type { RecordedPayment } from '../../record/recorded-payment.ts';
import type { Queryable } from '../../store/database.ts';

/** A payment in the store that spends what one spends which the record has. */
export interface KnownPayment {
  readonly id: number;
  readonly purpose: Purpose;
  /** What it moves, if it carries no payouts, from where. */
  readonly source: string | null;
  readonly assetId: number | null;
  readonly units: string | null;
  readonly gathers: readonly { readonly source: string; readonly units: string }[];
  /** True if no block has its first attempt, and this one could still take its place. */
  readonly isOpen: boolean;
  /** The payouts that it carries. */
  readonly names: readonly string[];
}

/** The payment in the store that spends what this transaction spends; `stored` if it is an attempt of it; null if there is none. */
export async function paymentOf(
  client: Queryable,
  { chainId, txid, spends }: RecordedPayment,
): Promise<KnownPayment | 'stored' | null> {
  const { rows } = await client.query<KnownPayment & { isStored: boolean }>({
    name: 'payment-of-lost',
    text: `
      SELECT p.id, p.purpose, p.source, p.asset_id AS "assetId", p.units::text,
             (SELECT coalesce(json_agg(json_build_object('source', g.source, 'units', g.units::text)), '[]')
                FROM gathered g WHERE g.payment_id = p.id) AS gathers,
             EXISTS (SELECT 1 FROM attempt a WHERE a.chain_id = $1 AND a.txid = $2) AS "isStored",
             ARRAY (SELECT payout_name(o) FROM payout o WHERE o.payment_id = p.id) AS names,
             ${attemptIs('first', ...UNMINED)}
               AND (SELECT count(*) FROM payment_spend s WHERE s.payment_id = p.id AND s.spend = ANY ($3::text[]))
                   = cardinality($3::text[]) AS "isOpen"
        FROM payment p JOIN attempt first ON first.payment_id = p.id AND ${isFirst('first')}
       WHERE p.id IN (SELECT payment_id FROM payment_spend WHERE chain_id = $1 AND spend = ANY ($3::text[]))
          OR (first.chain_id = $1 AND first.txid = $2)`,
    values: [chainId, txid, spends],
  });
  const [found] = rows;
  if (found === undefined) return null;
  return found.isStored ? 'stored' : found;
}

/**
 * Whether it brings in something else than the payment that has its nonce account now. Whoever was cut off before it was
 * stored did not take the value, and another payment may have.
 */
export function isAnother(
  { purpose, spends, source, gathers = [], moved }: RecordedPayment,
  known: KnownPayment,
): boolean {
  if (purposeOf(purpose) !== PURPOSE.sweep || !spends.some(isDurable)) return false;
  const sources = (all: readonly { readonly source: string; readonly units: string }[]) =>
    all.map((each) => `${each.source} ${each.units}`).sort();
  return (
    known.purpose !== PURPOSE.sweep ||
    known.source !== source ||
    known.assetId !== moved?.assetId ||
    known.units !== moved.units ||
    String(sources(known.gathers)) !== String(sources(gathers))
  );
}

/**
 * Whether it takes the payment back that has what it spends, and moves nothing: another word for that is on a signer's record. Of a
 * sweep only where it names a nonce account: else what it was to bring in has been let go of.
 */
export function isCancelOf({ payouts, purpose, spends }: RecordedPayment, known: KnownPayment): boolean {
  if (payouts.length > 0) return false;
  const movesNothing = purpose === RECORDED.cancel || purpose === RECORDED.filler;
  return known.purpose === PURPOSE.payouts || (movesNothing && spends.some(isDurable));
}

/** As `durableSpend` writes it. */
function isDurable(spend: string): boolean {
  return spend.includes('=');
}
