import type { Chain, Transaction } from '../../chains/chain.ts';
import { takeForChange } from '../../deposits/change-deposits.ts';
import type { Posting } from '../../ledger/accounts.ts';
import { post } from '../../ledger/post.ts';
import { attemptIs, OPEN } from '../../payments/life.ts';
import { storeFound } from '../../payments/store-payments.ts';
import { findPaid } from '../../payouts/carry-payouts.ts';
import { PAYOUT, type PayoutState, payoutIs } from '../../payouts/life.ts';
import { payoutOwner } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import { kindOf } from '../kinds/kind-of.ts';
import { paymentsMined } from '../payments/mined-payments.ts';
import { settleUnknown } from '../payments/unknown-spends.ts';
import { holdStill, NotBooked } from './decide.ts';
import { findInBlock, type InBlock, refuseGone } from './find-in-block.ts';
import { type CandidatePayout, explain, type PaidPayout } from './paying-transaction.ts';

/** That a payout was paid by a transaction, as an operator says. */
export interface PaidClaim {
  readonly payoutId: number;
  readonly txid: string;
  /** True if it may have paid another amount than the payout's, and more than payouts explain. */
  readonly mayDiffer: boolean;
}

/** What was booked. */
export interface MarkedPaid {
  readonly paid: readonly PaidPayout[];
  /** What no payout explains, by asset: the treasury bears it. */
  readonly rest: readonly { readonly assetId: number; readonly address: string; readonly units: bigint }[];
  readonly feeUnits: bigint;
  readonly height: number;
}

interface PayoutRow extends CandidatePayout {
  readonly state: PayoutState;
  readonly chainId: number;
  readonly paymentId: number | null;
  /** True if an attempt of it may still get into a block. */
  readonly isUnderWay: boolean;
}

/** Asks the chain for the transaction, before the books are touched. */
export async function findPaying(
  client: Queryable,
  chain: Chain,
  { txid, payoutId }: PaidClaim,
): Promise<InBlock> {
  const { address } = await readPayout(client, payoutId);
  return findInBlock(client, chain, txid, kindOf(chain).partiesOf(address));
}

/**
 * Books a payout that the store believes to be unpaid as paid by a transaction of the chain, exactly as if that had been
 * our payment from the start: it gets its row with what it spends, is mined, confirmed, and its orders may be done by it.
 */
export async function markPaid(
  client: Queryable,
  chain: Chain,
  claim: PaidClaim,
  found: InBlock,
  at: number,
): Promise<MarkedPaid> {
  await holdStill(client, chain);
  await refuseGone(client, chain, found.block);
  const { transaction, block, settled } = found;
  const payout = await readPayout(client, claim.payoutId, true);
  await refuseKnown(client, chain, payout, claim.txid);
  const sameId = await samePayment(client, chain, payout, transaction);
  const others = await otherPayouts(client, chain, sameId);
  const { paid, rest } = explain(transaction, payout, others, chain.treasury, claim.mayDiffer);
  const feeUnits = await feeOf(client, chain, transaction);

  const postings: Posting[] = [
    // What came back to the treasury was taken for a deposit, as nobody knew the transaction.
    ...(await takeForChange(client, chain.id, claim.txid, chain.treasury)),
    ...paid.flatMap((each) => difference(each, claim.txid)),
    ...rest.map(
      ({ address, assetId, units }): Posting => ({
        why: `paid by ${claim.txid} to ${address}, which no payout explains`,
        entries: [
          { account: 'wallet', assetId, units: -units },
          { account: 'treasury', assetId, units },
        ],
      }),
    ),
  ];
  await post(client, postings, at);
  const paymentId = await storeFound(
    client,
    chain,
    sameId,
    { transaction, feeUnits, account: kindOf(chain).accountOf(transaction) },
    at,
  );
  if (sameId === null) {
    const paidUnits = paid.map((each) => ({ id: each.payout.id, units: each.paidUnits }));
    await findPaid(client, paymentId, paidUnits);
  }
  const mined = { ...block, parent: '', minedAt: at, transactions: [transaction] };
  await paymentsMined(client, chain, mined, at);
  await settleUnknown(client, chain.id, claim.txid, at);
  await kindOf(chain).confirmPayments(client, settled, at);
  return { paid, rest, feeUnits, height: block.height };
}

async function readPayout(client: Queryable, id: number, forUpdate = false): Promise<PayoutRow> {
  const { rows } = await client.query<Omit<PayoutRow, 'units'> & { units: string }>(
    `SELECT p.id, p.order_id AS "orderId", p.reason, p.asset_id AS "assetId", p.address, p.units::text, p.state,
            p.chain_id AS "chainId", p.payment_id AS "paymentId",
            EXISTS (SELECT 1 FROM attempt y WHERE y.payment_id = p.payment_id AND ${attemptIs('y', ...OPEN)}) AS "isUnderWay"
       FROM payout p WHERE p.id = $1 ${forUpdate ? 'FOR UPDATE' : ''}`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) throw new NotBooked(`There is no payout ${id}. See: npx swapdesk order show ORDER`);
  if (row.state === PAYOUT.confirmed) throw new NotBooked(`Payout ${id} is paid already.`);
  if (row.state === PAYOUT.refunded) {
    throw new NotBooked(
      `Payout ${id} was given back instead: its order does not owe it. What went all the same the treasury bears: npx swapdesk books correct`,
    );
  }
  if (row.state === PAYOUT.dropped) {
    throw new NotBooked(
      `Withdrawal ${id} was dropped, and is the treasury's again. Book what went from there: npx swapdesk books correct`,
    );
  }
  return { ...row, units: BigInt(row.units) };
}

async function refuseKnown(client: Queryable, chain: Chain, payout: PayoutRow, txid: string): Promise<void> {
  if (payout.chainId !== chain.id) throw new NotBooked(`Payout ${payout.id} is on another chain.`);
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM attempt WHERE chain_id = $1 AND txid = $2',
    [chain.id, txid],
  );
  const lost = await client.query(
    'SELECT 1 FROM lost_payment WHERE chain_id = $1 AND txid = $2 AND NOT is_kept',
    [...[chain.id, txid]],
  );
  if (lost.rowCount !== 0) {
    throw new NotBooked(
      `Transaction ${txid} is a payment that the signing record has: it is taken up by itself, or npx swapdesk hold settle ${txid}`,
    );
  }
  if (rows[0] !== undefined) {
    throw new NotBooked(
      `Transaction ${txid} is payment ${rows[0].id}, which the books know: npx swapdesk payment show ${rows[0].id}`,
    );
  }
}

/**
 * The payment that spends what the transaction does, which so is an attempt of it; null if it stands by itself. Whatever else may still pay the payout is refused: then it would be paid twice.
 */
async function samePayment(
  client: Queryable,
  chain: Chain,
  payout: PayoutRow,
  { txid, spends }: Transaction,
): Promise<number | null> {
  const { rows } = await client.query<{ payment_id: number; is_all: boolean }>(
    `SELECT s.payment_id, bool_and(s.spend = ANY ($2::text[])) AND count(*) = cardinality($2::text[]) AS is_all
       FROM payment_spend s JOIN payment p ON p.id = s.payment_id
            -- What an account brings in, or back, is not what its transactions exclude each other by.
      WHERE NOT (p.source IS NOT NULL AND s.spend LIKE '%:%') AND s.payment_id IN (SELECT payment_id FROM payment_spend WHERE chain_id = $1 AND spend = ANY ($2::text[]))
      GROUP BY s.payment_id`,
    [chain.id, spends],
  );
  const [user, ...others] = rows;
  if (user === undefined) {
    if (payout.isUnderWay) {
      throw new NotBooked(
        `Payout ${payout.id} is under way in payment ${payout.paymentId}, which does not exclude ${txid}. ` +
          `Cancel that first: npx swapdesk payment cancel ${payout.paymentId}`,
      );
    }
    return null;
  }
  if (others.length === 0 && user.is_all && user.payment_id === payout.paymentId) return user.payment_id;
  throw new NotBooked(
    `Transaction ${txid} spends what payment ${user.payment_id} of ours was to spend for others. ` +
      `See: npx swapdesk payment show ${user.payment_id}`,
  );
}

/** Which other payouts the transaction may have paid: those of the payment that it replaces, or all that are ready. */
async function otherPayouts(
  client: Queryable,
  chain: Chain,
  paymentId: number | null,
): Promise<CandidatePayout[]> {
  const { rows } = await client.query<Omit<CandidatePayout, 'units'> & { units: string }>(
    `SELECT id, order_id AS "orderId", reason, asset_id AS "assetId", address, units::text FROM payout
      WHERE chain_id = $1 AND CASE WHEN $2::bigint IS NULL THEN ${payoutIs('payout', PAYOUT.ready)} ELSE payment_id = $2 END ORDER BY id`,
    [chain.id, paymentId],
  );
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

/** What it cost. Throws if it was not paid with what is ours, or came to nothing. */
async function feeOf(client: Queryable, chain: Chain, transaction: Transaction): Promise<bigint> {
  const { txid, isFailed } = transaction;
  if (isFailed)
    throw new NotBooked(`Transaction ${txid} is in the chain, but came to nothing: it paid nobody.`);
  const fee = await kindOf(chain).feePaid(client, transaction);
  if (typeof fee === 'string') throw new NotBooked(`Transaction ${txid} ${fee}`);
  return fee;
}

/** What was paid beyond the payout the treasury bears; what was paid less it keeps. */
function difference({ payout, paidUnits }: PaidPayout, txid: string): Posting[] {
  const { id, orderId, reason, assetId, units } = payout;
  if (units === paidUnits) return [];
  return [
    {
      why: `payout ${id} was paid by ${txid} with another amount`,
      entries: [
        { ...payoutOwner(orderId, reason), assetId, units: units - paidUnits },
        { account: 'treasury', assetId, units: paidUnits - units },
      ],
    },
  ];
}
