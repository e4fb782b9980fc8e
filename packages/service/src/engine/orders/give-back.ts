import { MESSAGE } from '@swapdesk/contract';
import { DEPOSIT, depositIs, isUsedFor, USE } from '../../deposits/life.ts';
import { IS_SURPLUS } from '../../orders/surplus.ts';
import { PAYOUT, payoutIs } from '../../payouts/life.ts';
import { noteProposal } from '../../payouts/note-payouts.ts';
import { isFor, REASON } from '../../payouts/reasons.ts';
import { isFeeOfNow, isWorthRefunding, refundFee } from '../../pricing/refund-fee.ts';
import type { Market } from '../../pricing/terms.ts';
import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../store/database.ts';
import { loadOrders, type OpenOrder } from './load-orders.ts';
import { refundDeposits } from './refund.ts';

/** What giving a deposit back would come to now. */
export interface Cost {
  readonly assetId: number;
  readonly units: bigint;
  readonly feeUnits: bigint;
}

/** The same of a surplus deposit, with its order. */
export interface Return extends Cost {
  readonly orderId: number;
  readonly no: string;
  readonly depositId: number;
}

/** What giving a surplus deposit back would come to. Throws a Refusal if it cannot be. */
export async function planReturn(client: Queryable, depositId: number, market: Market): Promise<Return> {
  const { rows } = await client.query<{ order_id: number; no: string; asset_id: number; units: string }>(
    `SELECT d.order_id, o.no, d.asset_id, d.units::text FROM deposit d JOIN orders o ON o.id = d.order_id
      WHERE d.id = $1 AND ${depositIs('d', DEPOSIT.confirmed)} AND ${IS_SURPLUS}`,
    [depositId],
  );
  const found = rows[0];
  if (found === undefined) throw new Refusal(MESSAGE.notToGiveBack);
  return { orderId: found.order_id, no: found.no, depositId, ...costOf(found, market) };
}

/** A deposit `d` of no order: nothing was decided about it, or what was to give it back was cancelled or failed. SQL. */
export const IS_UNCLAIMED = `
  (${isUsedFor('d', USE.exchange)} OR EXISTS (
     SELECT 1 FROM payout p WHERE p.deposit_id = d.id AND ${isFor('p', REASON.unclaimed)} AND ${payoutIs('p', PAYOUT.failed)}))`;

/** What giving back would come to of a deposit that came to an address of no order; null if it is none such. */
export async function planUnclaimed(
  client: Queryable,
  depositId: number,
  market: Market,
): Promise<Cost | null> {
  const { rows } = await client.query<{ asset_id: number; units: string }>(
    `SELECT d.asset_id, d.units::text FROM deposit d
      WHERE d.id = $1 AND d.order_id IS NULL AND ${depositIs('d', DEPOSIT.confirmed)} AND ${IS_UNCLAIMED}`,
    [depositId],
  );
  return rows[0] === undefined ? null : costOf(rows[0], market);
}

function costOf(deposit: { readonly asset_id: number; readonly units: string }, market: Market): Cost {
  const feeUnits = refundFee(deposit.asset_id, market);
  if (feeUnits === null) throw new Refusal(MESSAGE.busy);
  const units = BigInt(deposit.units);
  const isWorthIt = isWorthRefunding(market.catalogue.get(deposit.asset_id), units, feeUnits);
  if (!isWorthIt && !isFeeOfNow(deposit.asset_id, market)) throw new Refusal(MESSAGE.busy);
  if (feeUnits >= units) throw new Refusal(MESSAGE.tooLittleToGiveBack);
  return { assetId: deposit.asset_id, units, feeUnits };
}

/**
 * Gives a surplus deposit back to an address, by a proposal that is confirmed, whatever screening said. The order's own refund
 * address stays as it is: who has confirmed where a little goes has said nothing about the rest.
 */
export async function giveBack(
  client: Queryable,
  depositId: number,
  address: string,
  proposalId: number,
  market: Market,
  at: number,
): Promise<Return> {
  const { orderId } = await planReturn(client, depositId, market);
  const [order] = await loadOrders(client, [orderId], true);
  // What was true before the lock need not be any more.
  const planned = await planReturn(client, depositId, market);
  const refunded = { ...(order as OpenOrder), refundAddress: address, refundMemo: null };
  await refundDeposits(client, refunded, [depositId], market, at);
  await noteProposal(client, depositId, proposalId);
  return planned;
}
