import { ORDER_STATUS } from '@swapdesk/contract';
import { post } from '../../ledger/post.ts';
import type { Queryable } from '../../store/database.ts';

interface Unmade {
  readonly id: number;
  readonly first_id: number;
  readonly order_id: number;
  readonly part: number;
  readonly asset_id: number;
  readonly units: string;
  /** What was to be given back in its place. */
  readonly refund_id: number;
  readonly source_id: number;
  readonly refund_units: string;
}

/**
 * An output was to be given back because its payment had been cancelled. A reorganisation has undone the cancel, and a block
 * has the payment: so the output is made after all, and what was to be given back, which nobody has signed, is not. What it
 * was worth is the treasury's again; no fee is earned with it. Returns how many.
 */
export async function madeAfterAll(
  client: Queryable,
  firstIds: readonly number[],
  at: number,
): Promise<number> {
  const { rows } = await client.query<Unmade>({
    name: 'made-after-all',
    text: `
      SELECT o.id, c.replaces AS first_id, o.order_id, o.part, o.asset_id, o.units::text,
             r.id AS refund_id, r.asset_id AS source_id, r.units::text AS refund_units
        FROM payment c
        JOIN payout r ON r.freed_by = c.id AND r.purpose = 'entry_refund' AND r.state = 'ready'
        JOIN payout o ON o.order_id = r.order_id AND o.purpose = 'output' AND o.part = r.part AND o.state = 'refunded'
             AND o.freed_by = c.id
       WHERE c.replaces = ANY ($1::bigint[]) AND c.purpose = 'cancel' FOR UPDATE OF o, r`,
    values: [firstIds],
  });
  for (const each of rows) await make(client, each, at);
  return rows.length;
}

async function make(client: Queryable, made: Unmade, at: number): Promise<void> {
  const { id, order_id: orderId, part, units } = made;
  await client.query('DELETE FROM payout WHERE id = $1', [made.refund_id]);
  await client.query(
    "UPDATE payout SET state = 'signed', payment_id = $2, freed_by = NULL, proposal_id = NULL WHERE id = $1",
    [id, made.first_id],
  );
  await client.query(
    'UPDATE order_entry SET units = $3, status = 2, finished_at = 0 WHERE order_id = $1 AND entry = $2',
    [orderId, part, units],
  );
  const [owed, back] = [BigInt(units), BigInt(made.refund_units)];
  const entries = [
    { account: 'order', orderId, assetId: made.asset_id, units: -owed },
    { account: 'treasury', assetId: made.asset_id, units: owed },
    { account: 'order', orderId, assetId: made.source_id, units: back },
    { account: 'treasury', assetId: made.source_id, units: -back },
  ] as const;
  await post(client, [{ why: `entry ${part} of order ${orderId} was paid after all`, entries }], at);
  await client.query(
    `UPDATE orders SET resolution = 'exchange' WHERE id = $1 AND status = ${ORDER_STATUS.frozen} AND resolution = 'refund'`,
    [orderId],
  );
}
