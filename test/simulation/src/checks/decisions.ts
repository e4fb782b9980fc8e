import type { Check } from './check.ts';

interface Event {
  id: number;
  order_id: number;
  from_status: number;
  to_status: number;
}

const DONE: Readonly<Record<number, string>> = { 3: 'exchange', 5: 'refund' };

/** What was decided last about a frozen order is what was done. */
export const decisionCheck: Check = async ({ database, decisions }) => {
  const { rows } = await database.query<Event>(
    "SELECT id, order_id, from_status, to_status FROM order_event WHERE type = 'order.status' ORDER BY id",
  );
  return rows.flatMap(({ id, order_id, from_status, to_status }) => {
    if (from_status !== 7) return [];
    const frozen = rows.findLast((event) => event.order_id === order_id && event.id < id);
    const last = decisions.findLast(
      ({ orderId, afterEvent }) => orderId === order_id && afterEvent >= (frozen?.id ?? 0) && afterEvent < id,
    );
    if (last === undefined || last.action === DONE[to_status]) return [];
    return [`decision: order ${order_id} was to ${last.action}, but went from 7 to ${to_status}`];
  });
};
