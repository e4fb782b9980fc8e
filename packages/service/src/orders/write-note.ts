import type { Queryable } from '../store/database.ts';
import type { OrderParts } from './reading/order-file-rows.ts';

/** Writes a note on an order, in the caller's transaction. */
export async function writeNote(
  client: Queryable,
  orderId: number,
  { at, operator, text }: OrderParts['notes'][number],
): Promise<void> {
  await client.query('INSERT INTO order_note (order_id, operator, at, note) VALUES ($1, $2, $3, $4)', [
    orderId,
    operator,
    at,
    text,
  ]);
}
