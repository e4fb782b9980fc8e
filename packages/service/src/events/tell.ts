import type { EventType } from '@swapdesk/contract';

/**
 * Writes events as part of the statement that makes them happen, so that they cost no trip of their own and there is none
 * without the other. `happened` names a part of that statement with the columns id, order_id, asset_id, units and txid;
 * what concerns no order is not told. The orders are locked first: of two transactions that tell about the same order,
 * the one that commits later has the greater ids.
 */
export function tellTransfers(happened: string, type: string, at: string): string {
  return `
    concerned AS MATERIALIZED (
      SELECT o.id FROM orders o WHERE o.id IN (SELECT order_id FROM ${happened}) ORDER BY o.id FOR NO KEY UPDATE OF o
    ), told AS (
      INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
      SELECT t.order_id, ${at}, ${type}, t.asset_id, t.units, t.txid
        FROM concerned JOIN ${happened} t ON t.order_id = concerned.id ORDER BY t.id
    )`;
}

/** The type of an event, as SQL. */
export function eventType(type: EventType): string {
  return `'${type}'`;
}
