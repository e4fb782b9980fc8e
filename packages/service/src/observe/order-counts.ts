import { ORDER_STATUSES } from '@swapdesk/contract';
import { LEVEL_BITS } from '../rolls/tallies.ts';
import type { Queryable } from '../store/database.ts';

/** How many orders there are in each status. From the largest tallies of the lists: no order is read. */
export async function countOrders(client: Queryable): Promise<Map<number, number>> {
  const { rows } = await client.query<{ status: number; orders: number }>({
    name: 'count-orders',
    text: `
      SELECT status, sum(members)::bigint AS orders FROM (
        SELECT s.status, t.members FROM account a CROSS JOIN unnest($1::int[]) AS s (status)
          JOIN roll_tally t ON t.roll_id = a.orders_roll_id AND t.facet = s.status AND t.level = $2
        UNION ALL
        SELECT d.facet, d.members FROM roll_delta d JOIN account a ON a.orders_roll_id = d.roll_id
      ) AS part GROUP BY status`,
    values: [ORDER_STATUSES, LEVEL_BITS.length - 1],
  });
  const found = new Map(rows.map(({ status, orders }) => [status, orders]));
  return new Map(ORDER_STATUSES.map((status) => [status, found.get(status) ?? 0]));
}
