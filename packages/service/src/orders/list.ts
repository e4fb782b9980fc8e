import type { Account } from '../access/directory.ts';
import { findPage, type PageRequest, type RollTable } from '../rolls/page.ts';
import type { Queryable } from '../store/database.ts';
import type { Order } from './order.ts';
import { type OrderRow, orderColumns } from './reading/order-row.ts';
import { toOrder } from './reading/read-orders.ts';

const ORDERS: RollTable = {
  table: 'orders',
  owner: 'account_id',
  position: 'position',
  facet: 'status',
  amount: null,
  select: `SELECT m.position, ${orderColumns('m')} FROM orders m`,
};

export type OrderListRequest = Omit<PageRequest, 'rollId' | 'ownerId'>;

/** One page of an account's orders, and how many there are on all pages. */
export async function listOrders(
  database: Queryable,
  account: Account,
  request: OrderListRequest,
): Promise<{ orders: Order[]; total: number }> {
  const { rows, total } = await findPage<OrderRow>(database, ORDERS, {
    ...request,
    rollId: account.ordersRollId,
    ownerId: account.id,
  });
  return { orders: rows.map(toOrder), total };
}
