import { Unpayable } from '../../chains/chain.ts';
import type { Spending } from '../../record/excludes.ts';
import type { RecordedPayment } from '../../record/recorded-payment.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import type { Queryable } from '../../store/database.ts';

/** Something was signed for this payout before that could be mined beside what is to be signed now. */
export class SignedBefore extends Unpayable {
  readonly payout: string;
  readonly earlier: RecordedPayment;

  constructor(payout: string, earlier: RecordedPayment) {
    super(
      `payout ${payout} was signed before, as transaction ${earlier.txid} spending ${earlier.spends.join(', ')}: ` +
        'nothing else is signed for it unless it excludes that one. See what became of it: npx swapdesk hold show',
    );
    this.payout = payout;
    this.earlier = earlier;
  }
}

/** Throws SignedBefore unless what is to be signed excludes all that was signed for these payouts before. */
export async function refuseSignedBefore(
  client: Queryable,
  record: SigningRecord,
  later: Spending,
  names: readonly string[],
): Promise<void> {
  const same = await record.find(later.chainId, later.txid);
  if (same !== null && !record.isDropped(same) && !isForThese(same, names)) {
    throw new SignedBefore(same.payouts[0]?.name ?? same.purpose, same);
  }
  const left = await record.notExcludedBy(later, names);
  if (left.length === 0) return;
  const dead = await deadAmong(
    client,
    record,
    left.map(({ earlier }) => earlier),
  );
  const first = left.find(({ earlier }) => !dead.has(earlier.txid));
  if (first !== undefined) throw new SignedBefore(first.name, first.earlier);
}

/** A transaction pays whom it was signed for. Of an equal payout nobody could say later whether it is paid. */
function isForThese({ payouts }: RecordedPayment, names: readonly string[]): boolean {
  return payouts.length === names.length && payouts.every(({ name }) => names.includes(name));
}

/**
 * Those that never will pay anybody: they failed in a block, or another of ours that is on record and confirmed spent what
 * they spend. A store that has forgotten cannot say so.
 */
async function deadAmong(
  client: Queryable,
  record: SigningRecord,
  payments: readonly RecordedPayment[],
): Promise<Set<string>> {
  const spends = payments.flatMap(({ chainId, txid, spends }) =>
    spends.map((spend) => ({ chainId, txid, spend })),
  );
  const { rows } = await client.query<{ chain_id: number; txid: string; other: string; is_failed: boolean }>({
    name: 'dead-payments',
    text: `
      SELECT t.chain_id, t.txid, p.txid AS other, p.is_failed
        FROM unnest($1::smallint[], $2::text[], $3::text[]) AS t (chain_id, txid, spend)
        JOIN payment_spend s ON s.chain_id = t.chain_id AND s.spend = t.spend
        JOIN payment p ON (p.id = s.payment_id OR p.replaces = s.payment_id) AND p.state = 'confirmed'`,
    values: [
      spends.map(({ chainId }) => chainId),
      spends.map(({ txid }) => txid),
      spends.map(({ spend }) => spend),
    ],
  });
  const isDead = ({ chain_id, txid, other, is_failed }: (typeof rows)[number]) =>
    txid === other ? is_failed : record.has(chain_id, other);
  return new Set(rows.filter(isDead).map(({ txid }) => txid));
}
