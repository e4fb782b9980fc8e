import type { Queryable } from '../store/database.ts';

/** What is noted about payments as a whole. */

/** A payment could not be replaced now. */
export async function putOff(client: Queryable, paymentId: number, at: number): Promise<void> {
  await client.query({
    name: 'put-off-replacing',
    text: 'UPDATE payment SET replace_tried_at = $2, replace_tries = replace_tries + 1 WHERE id = $1',
    values: [paymentId, at],
  });
}

/** An operator wants it to be cancelled. */
export async function noteCancelAsked(client: Queryable, paymentId: number, at: number): Promise<void> {
  await client.query(
    'UPDATE payment SET cancel_asked_at = $2, replace_tried_at = 0, replace_tries = 0 WHERE id = $1',
    [paymentId, at],
  );
}

/** It also pays whom the store has forgotten: it is sent as it is, as whatever replaced it would not pay them. */
export async function notePartly(client: Queryable, paymentId: number): Promise<void> {
  await client.query('UPDATE payment SET is_partly = true WHERE id = $1', [paymentId]);
}
