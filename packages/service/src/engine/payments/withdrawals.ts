import { coverAgain } from '../../affiliates/release-settlement.ts';
import { post } from '../../ledger/post.ts';
import { takeFromTreasury } from '../../ledger/withdrawals.ts';
import { retakeDropped } from '../../payouts/change-payouts.ts';
import { owedBeside } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';

/**
 * A withdrawal or a settlement was dropped because its payment had been cancelled, and a reorganisation brought the payment into
 * the chain all the same: it is paid, so the treasury does not have it.
 */
export async function retakeWithdrawals(
  client: Queryable,
  paymentIds: readonly number[],
  at: number,
): Promise<void> {
  const retaken = await retakeDropped(client, paymentIds);
  if (retaken.length === 0) return;
  const postings = retaken.map(({ id, reason, asset_id, units }) =>
    takeFromTreasury(owedBeside(reason), id, asset_id, BigInt(units)),
  );
  await post(client, postings, at);
  await coverAgain(
    client,
    retaken.flatMap(({ settlement_id }) => settlement_id ?? []),
  );
}
