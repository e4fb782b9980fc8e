import { attemptIs, isFirst, PURPOSE, type Purpose, UNMINED } from '../../payments/life.ts';
import { purposeOf } from '../../payments/recorded-purpose.ts';
import { RECORDED } from '../../record/purposes.ts';
import type { RecordedPayment, RecordedPayout } from '../../record/recorded-payment.ts';
import type { Queryable } from '../../store/database.ts';

/** A payment in the store that spends what one spends which the record has. */
export interface KnownPayment {
  readonly id: number;
  readonly purpose: Purpose;
  /** When its first attempt was signed, Unix seconds. */
  readonly signedAt: number;
  /** What it moves, if it carries no payouts, from where to where. */
  readonly source: string | null;
  readonly payee: string | null;
  readonly assetId: number | null;
  readonly units: string | null;
  readonly gathers: readonly { readonly source: string; readonly units: string }[];
  /** True if no block has its first attempt, and this one could still take its place. */
  readonly isOpen: boolean;
  /** How much it spends, coins that it brings in among it. */
  readonly spends: number;
  /** The payouts that it carries. */
  readonly payouts: readonly RecordedPayout[];
}

/** The payment in the store that spends what this transaction spends; `stored` if it is an attempt of it; null if there is none. */
export async function paymentOf(
  client: Queryable,
  { chainId, txid, spends }: RecordedPayment,
): Promise<KnownPayment | 'stored' | null> {
  const { rows } = await client.query<KnownPayment & { isStored: boolean }>({
    name: 'payment-of-lost',
    text: `
      SELECT p.id, p.purpose, first.signed_at AS "signedAt", p.source, p.payee, p.asset_id AS "assetId", p.units::text,
             (SELECT coalesce(json_agg(json_build_object('source', g.source, 'units', g.units::text)), '[]')
                FROM gathered g WHERE g.payment_id = p.id) AS gathers,
             EXISTS (SELECT 1 FROM attempt a WHERE a.chain_id = $1 AND a.txid = $2) AS "isStored",
             (SELECT coalesce(json_agg(json_build_object('name', payout_name(o), 'assetId', o.asset_id, 'address', o.address,
                                                         'units', o.units::text)), '[]')
                FROM payout o WHERE o.payment_id = p.id) AS payouts,
             (SELECT count(*)::int FROM payment_spend s WHERE s.payment_id = p.id) AS spends,
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
 * Whether a recorded transaction is one more attempt of the payment that has what it spends. Whoever was cut off before the
 * store had it did not take its coin, nonce or nonce account: another payment may have these since, and what was cut off pays
 * other people then, elsewhere, or moves something else.
 */
export function isAttemptOf(lost: RecordedPayment, known: KnownPayment): boolean {
  if (!known.isOpen) return false;
  if (lost.payouts.length > 0) return paysTheSame(lost, known);
  // An attempt is signed after the first one.
  const isLater = lost.at > known.signedAt;
  if (known.purpose === PURPOSE.payouts) return isLater && mayTakeBack(lost);
  return isLater || movesTheSame(lost, known);
}

/** The same receivers of the same amounts, from the same coins where these pay: others of a payment's would count as spent. */
function paysTheSame({ source, spends, payouts }: RecordedPayment, known: KnownPayment): boolean {
  const wordsOf = (all: readonly RecordedPayout[]) =>
    String(all.map(({ name, assetId, address, units }) => `${name} ${assetId} ${address} ${units}`).sort());
  return wordsOf(payouts) === wordsOf(known.payouts) && (source !== null || spends.length === known.spends);
}

/** Who signs apart does not know what is a cancel: it sees nothing that goes to itself, or coins that all go to the treasury. */
function mayTakeBack({ purpose, source }: RecordedPayment): boolean {
  return (
    purpose === RECORDED.cancel ||
    purpose === RECORDED.filler ||
    (purpose === RECORDED.sweep && source === null)
  );
}

function movesTheSame(
  { purpose, source, moved, gathers = [] }: RecordedPayment,
  known: KnownPayment,
): boolean {
  const wordsOf = (all: KnownPayment['gathers']) =>
    String(all.map((each) => `${each.source} ${each.units}`).sort());
  return (
    purpose !== RECORDED.cancel &&
    known.purpose === purposeOf(purpose) &&
    known.source === source &&
    known.payee === (moved?.address ?? null) &&
    known.assetId === (moved?.assetId ?? null) &&
    known.units === (moved?.units ?? null) &&
    wordsOf(known.gathers) === wordsOf(gathers)
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
