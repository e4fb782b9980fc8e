import { REASON } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';

/** Which orders a line of the log speaks of, by their numbers. */

const REASONS: readonly string[] = Object.values(REASON);

/** Those that a payment pays. None if the store cannot be asked: the line is written all the same. */
export async function ordersOfPayment(client: Queryable, paymentId: number): Promise<string[]> {
  try {
    const { rows } = await client.query<{ no: string }>({
      name: 'orders-of-payment',
      text: 'SELECT DISTINCT o.no FROM payout p JOIN orders o ON o.id = p.order_id WHERE p.payment_id = $1 ORDER BY o.no',
      values: [paymentId],
    });
    return rows.map(({ no }) => no);
  } catch {
    return [];
  }
}

/** The one of that id; nothing if there is none, or the store cannot be asked. */
export async function orderOfId(
  client: Queryable,
  id: number | undefined,
): Promise<{ readonly order?: string }> {
  if (id === undefined) return {};
  try {
    const { rows } = await client.query<{ order: string }>('SELECT no AS order FROM orders WHERE id = $1', [
      id,
    ]);
    return rows[0] ?? {};
  } catch {
    return {};
  }
}

/** The one that a payout is of, by its name; of what is of no order, nothing. */
export function orderOfPayout(name: string): { readonly order?: string } {
  const [order = ''] = name.split('/');
  return REASONS.includes(order) ? {} : { order };
}
