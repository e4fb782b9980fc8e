import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../store/database.ts';
import { columns, type OrderColumns, type RowOf, type Width } from './columns.ts';

const KNOWN = ['id', 'no', 'asset_id', 'refund_address', 'resolution'] as const satisfies Width<OrderColumns>;

/** What an operator's act has to know of an order before it looks at the rest. */
export type KnownOrder = Readonly<RowOf<OrderColumns, typeof KNOWN>>;

/** The order of that number, locked until the transaction ends if asked for; throws a Refusal if there is none. */
export async function knownOrder(
  client: Queryable,
  no: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<KnownOrder> {
  const { rows } = await client.query<KnownOrder>(
    `SELECT ${columns('o', KNOWN)} FROM orders o WHERE o.no = $1 ${lock}`,
    [no.toUpperCase()],
  );
  if (rows[0] === undefined) throw new Refusal(MESSAGE.orderNotFound);
  return rows[0];
}
