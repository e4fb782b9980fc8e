import { type Chain, type ExpiringAttempt, Unpayable } from '../../chains/chain.ts';
import { ATTEMPT, attemptIs } from '../../payments/life.ts';
import type { Spending } from '../../record/excludes.ts';
import type { RecordedPayment } from '../../record/recorded-payment.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';

/** Something was signed for this payout before that could be mined beside what is to be signed now. */
export class SignedBefore extends Unpayable {
  readonly payout: string;
  readonly earlier: RecordedPayment;

  constructor(payout: string, earlier: RecordedPayment) {
    super(
      `payout ${payout} was signed before, as transaction ${earlier.txid} spending ${earlier.spends.join(', ')}: ` +
        `nothing else is signed for it ${orPassed(earlier)}. See what became of it: npx swapdesk hold show`,
    );
    this.payout = payout;
    this.earlier = earlier;
  }
}

function orPassed({ expiresAt }: RecordedPayment): string {
  return expiresAt === undefined
    ? 'unless it excludes that one'
    : `until a block that is final is past its expiry (${expiresAt}), and no block has that one`;
}

/**
 * Whether what was signed before never can be in its chain any more, because it has expired: asked of the chain itself, by
 * whoever signs, never of the store. False where nobody can be asked; throws if whoever is asked does not answer.
 */
export type HasPassed = (chainId: number, attempt: ExpiringAttempt) => Promise<boolean>;

export const nothingPasses: HasPassed = async () => false;

/** Whether a block has a transaction. */
type IsMined = (txid: string) => Promise<boolean>;

/** As an engine asks that signs for itself: what another machine has signed is not on its record, but the chain knows it. */
export async function refuseSignedBeforeOn(
  { database, record }: Pick<Engine, 'database' | 'record'>,
  chain: Pick<Chain, 'id' | 'statusOf'>,
  { txid, spends }: Omit<Spending, 'chainId'>,
  names: readonly string[],
  hasPassed: HasPassed = nothingPasses,
): Promise<void> {
  if (record === undefined) return;
  const isMined: IsMined = async (other) => (await chain.statusOf(other)).state === 'mined';
  const later = { chainId: chain.id, txid, spends };
  await refuseSignedBefore(database, record, later, names, { isMined, hasPassed });
}

/** Who is asked about what was signed before. */
interface Asked {
  readonly isMined?: IsMined;
  readonly hasPassed: HasPassed;
  /** False: what became of something that expires is asked of the chain alone. */
  readonly isStoreBelieved?: boolean;
}

/**
 * Throws SignedBefore unless what is to be signed excludes all that was signed for these payouts before, or the chain has
 * passed that without it.
 */
export async function refuseSignedBefore(
  client: Queryable,
  record: SigningRecord,
  later: Spending,
  names: readonly string[],
  { isMined = async () => false, hasPassed, isStoreBelieved = true }: Asked,
): Promise<void> {
  const same = await record.find(later.chainId, later.txid);
  if (same !== null && !record.isDropped(same) && !isForThese(same, names)) {
    throw new SignedBefore(same.payouts[0]?.name ?? same.purpose, same);
  }
  const left = await record.notExcludedBy(later, names);
  if (left.length === 0) return;
  const isKept = async (chainId: number, txid: string) => record.has(chainId, txid) || isMined(txid);
  const told = left.map(({ earlier }) => earlier);
  const dead = await deadAmong(
    client,
    isStoreBelieved ? told : told.filter(({ expiresAt }) => expiresAt === undefined),
    isKept,
  );
  for (const { name, earlier } of left) {
    if (!dead.has(earlier.txid) && !(await isPassed(earlier, hasPassed)))
      throw new SignedBefore(name, earlier);
  }
}

/** Whether a recorded payment has expired for good. One that does not expire never has. */
export async function isPassed(
  { chainId, txid, expiresAt }: RecordedPayment,
  hasPassed: HasPassed,
): Promise<boolean> {
  return expiresAt !== undefined && hasPassed(chainId, { txid, expiresAt });
}

/** A transaction pays whom it was signed for. Of an equal payout nobody could say later whether it is paid. */
function isForThese({ payouts }: RecordedPayment, names: readonly string[]): boolean {
  return payouts.length === names.length && payouts.every(({ name }) => names.includes(name));
}

/**
 * Those that never will pay anybody: they failed in a block, or another of ours that is confirmed spent what they spend.
 * That it is ours is on record, or the chain itself says that it has it: a store that has forgotten cannot say so.
 */
async function deadAmong(
  client: Queryable,
  payments: readonly RecordedPayment[],
  isKept: (chainId: number, txid: string) => Promise<boolean>,
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
        JOIN attempt p ON p.payment_id = s.payment_id AND ${attemptIs('p', ATTEMPT.confirmed)}`,
    values: [
      spends.map(({ chainId }) => chainId),
      spends.map(({ txid }) => txid),
      spends.map(({ spend }) => spend),
    ],
  });
  const dead = new Set<string>();
  for (const { chain_id, txid, other, is_failed } of rows) {
    if (txid === other ? is_failed : await isKept(chain_id, other)) dead.add(txid);
  }
  return dead;
}
