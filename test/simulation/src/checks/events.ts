import { type Check, statementCheck } from './check.ts';

/** The log of an order tells what has become of its money: neither less nor more than that. */
export const EVENT_CHECKS: readonly Check[] = [
  statementCheck(
    'deposit told',
    `SELECT format('order %s: deposit %s is %s, but its log ends with %s', d.order_id, d.id, d.state,
                   coalesce(last.type, 'nothing')) AS problem
       FROM deposit d LEFT JOIN LATERAL (
            SELECT e.type FROM order_event e
             WHERE e.order_id = d.order_id AND e.txid = d.txid AND e.type LIKE 'deposit.%' AND e.type <> 'deposit.surplus'
             ORDER BY e.id DESC LIMIT 1) AS last ON true
      WHERE d.order_id IS NOT NULL AND NOT coalesce(last.type, '') = ANY (CASE d.state
            WHEN 'seen' THEN ARRAY['deposit.seen', 'deposit.undone']
            WHEN 'gone' THEN ARRAY['deposit.vanished']
            ELSE ARRAY['deposit.' || d.state] END)`,
  ),
  statementCheck(
    'payout told',
    `SELECT format('order %s: %s of its %ss are confirmed, and told are %s', o.id, paid.count, paid.reason, told.count)
              AS problem
       FROM orders o, (VALUES ('output', 'payout'), ('refund', 'refund')) AS kind (reason, word),
            LATERAL (SELECT kind.reason, count(*) FROM payout p
                      WHERE p.order_id = o.id AND p.reason = kind.reason AND p.state = 'confirmed') AS paid,
            LATERAL (SELECT count(*) FILTER (WHERE e.type = kind.word || '.confirmed')
                            - count(*) FILTER (WHERE e.type = kind.word || '.undone') AS count
                       FROM order_event e WHERE e.order_id = o.id) AS told
      WHERE paid.count <> told.count`,
  ),
];
