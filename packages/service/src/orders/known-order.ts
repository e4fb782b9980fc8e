import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** What an operator's act has to know of an order before it looks at the rest. */
export interface KnownOrder {
  readonly id: number;
  readonly no: string;
  readonly asset_id: number;
  readonly refund_address: string | null;
  readonly resolution: string | null;
}

/** The order of that number, locked until the transaction ends if asked for; throws a Refusal if there is none. */
export async function knownOrder(
  client: Queryable,
  no: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<KnownOrder> {
  const { rows } = await client.query<KnownOrder>(
    `SELECT id, no, asset_id, refund_address, resolution FROM orders WHERE no = $1 ${lock}`,
    [no.toUpperCase()],
  );
  if (rows[0] === undefined) throw new Refusal(MESSAGE.orderNotFound);
  return rows[0];
}
