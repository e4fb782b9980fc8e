import type { Account } from '../../../../packages/service/src/access/directory.ts';
import { listReferralOrders } from '../../../../packages/service/src/affiliates/list.ts';
import { listOrders } from '../../../../packages/service/src/orders/list.ts';
import type { Database } from '../../../../packages/service/src/store/database.ts';
import type { Books } from './books.ts';
import type { Listed, ListRequest } from './naive-list.ts';

/** The lists as the service shows them, in the terms of the naive model. */

export async function shownOrders(
  database: Database,
  account: Account,
  request: ListRequest,
): Promise<Listed> {
  const { orders, total } = await listOrders(database, account, request);
  return { nos: orders.map(({ no }) => no), total, amount: '0' };
}

export async function shownReferrals(
  database: Database,
  books: Books,
  account: Account,
  code: string | null,
  request: ListRequest,
): Promise<Listed> {
  const refCode = code === null ? null : await books.refCode(code);
  const shown = await listReferralOrders(database, books.catalogue, { account, code: refCode }, request);
  const amount = String(Math.round(Number(shown.totalCommission) * 1e8));
  return { nos: shown.orders.map(({ order_no }) => order_no), total: shown.total, amount };
}
