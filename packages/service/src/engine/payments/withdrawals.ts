import { post } from '../../ledger/post.ts';
import { takeFromTreasury } from '../../ledger/withdrawals.ts';
import type { Queryable } from '../../store/database.ts';

/**
 * A withdrawal was dropped because its payment had been cancelled, and a reorganisation brought the payment into the chain
 * all the same: it is paid, so the treasury does not have it.
 */
export async function retakeDropped(
  client: Queryable,
  paymentIds: readonly number[],
  at: number,
): Promise<void> {
  const { rows } = await client.query<{ id: number; asset_id: number; units: string }>({
    name: 'retake-dropped',
    text: `
      UPDATE payout SET state = 'signed' WHERE payment_id = ANY ($1::bigint[]) AND state = 'dropped'
      RETURNING id, asset_id, units::text`,
    values: [paymentIds],
  });
  const postings = rows.map(({ id, asset_id, units }) => takeFromTreasury(id, asset_id, BigInt(units)));
  await post(client, postings, at);
}
