import { TRANSITIONS } from '../../../../packages/service/src/orders/life.ts';
import type { Check } from './check.ts';

interface Event {
  order_id: number;
  from_status: number;
  to_status: number;
  reason: string;
}

/** Every order's history is a path through the table of transitions, from waiting to where it is. */
export const historyCheck: Check = async ({ database }) => {
  const orders = await database.query<{ id: number; status: number }>(
    'SELECT id, status FROM orders ORDER BY id',
  );
  const events = await database.query<Event>(
    "SELECT order_id, from_status, to_status, reason FROM order_event WHERE type = 'order.status' ORDER BY id",
  );
  return orders.rows.flatMap(({ id, status }) => {
    const own = events.rows.filter(({ order_id }) => order_id === id);
    const problems: string[] = [];
    let at = 1;
    for (const { from_status, to_status } of own) {
      const isLegal = TRANSITIONS.some(({ from, to }) => from === from_status && to === to_status);
      if (from_status !== at)
        problems.push(`history: order ${id} goes on from ${from_status}, but was ${at}`);
      if (!isLegal) problems.push(`history: order ${id} went from ${from_status} to ${to_status}`);
      at = to_status;
    }
    if (at !== status) problems.push(`history: order ${id} is ${status}, but its history ends in ${at}`);
    return problems;
  });
};
