import { openOrders } from '../open-orders.ts';
import { type Check, IS_OPERATORS, statementCheck } from './check.ts';

/** No order is left where nothing will move it any more. */
export const ORDER_CHECKS: readonly Check[] = [
  async (world) => (await openOrders(world)).map(({ id, status }) => `stuck: order ${id} stays in ${status}`),
  statementCheck(
    'frozen',
    `SELECT format('order %s is frozen without a reason', id) AS problem FROM orders
      WHERE status = 7 AND freeze_reason IS NULL
      UNION ALL
     SELECT format('order %s is to be refunded and has been, but stays frozen', o.id) FROM orders o
      WHERE o.status = 7 AND o.resolution = 'refund'
        AND EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.use = 'refund')
        AND NOT EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND p.state <> 'confirmed')
        AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.use IS NULL AND d.state <> 'gone')
      UNION ALL
     SELECT format('all that order %s received was given back, but it is to %s', o.id, coalesce(o.resolution, 'wait'))
       FROM orders o
      WHERE o.status = 7 AND o.freeze_reason <> 'SCREENING' AND o.resolution IS DISTINCT FROM 'refund'
        AND EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.asset_id = o.asset_id AND d.units >= o.dust_units
                       AND d.use = 'refund')
        AND NOT EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND (p.state <> 'confirmed' OR p.reason = 'output'))
        AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.use IS NULL AND d.state <> 'gone')
      UNION ALL
     SELECT format('order %s is to %s what arrived, but does not', o.id, o.resolution) FROM orders o
      WHERE o.status = 7 AND (o.resolution = 'exchange' OR o.refund_address IS NOT NULL AND o.resolution = 'refund')
        AND EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.state = 'confirmed' AND d.use IS NULL
                       AND d.asset_id = o.asset_id AND d.units >= o.dust_units)
        -- One that was exchanged before waits until what it was exchanged for is there again.
        AND NOT EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND p.reason = 'output')
      UNION ALL
     SELECT format('order %s is frozen, but nothing ever arrived', o.id) FROM orders o
      WHERE o.status = 7 AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.asset_id = o.asset_id)`,
  ),
  statementCheck(
    'held',
    `SELECT format('order %s is held and to exchange, and nothing is missing, but it does not go on', o.id) AS problem
       FROM orders o
      WHERE o.status = 7 AND o.resolution = 'exchange'
        AND EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND p.reason = 'output')
        AND (NOT EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND p.reason = 'output' AND p.state = 'ready')
             OR NOT EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.use = 'exchange' AND d.state <> 'confirmed'))`,
  ),
  statementCheck(
    'undecided',
    // An order that is not served although it is paid, or was told where to give something back and does not.
    `SELECT format('order %s (%s): nothing is done about deposit %s', o.id, o.status, d.id) AS problem
       FROM orders o JOIN deposit d ON d.order_id = o.id
      WHERE d.state = 'confirmed' AND d.use IS NULL
        AND (d.asset_id = o.asset_id AND d.units >= o.dust_units AND o.status IN (1, 2, 8, 9)
             OR (d.asset_id <> o.asset_id OR d.units < o.dust_units OR o.status IN (3, 4, 5)) AND o.refund_address IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM screening s WHERE s.is_hit AND s.address = ANY (
                      SELECT o.refund_address UNION SELECT address FROM order_entry e WHERE e.order_id = o.id)))`,
  ),
  statementCheck(
    'unpaid',
    `SELECT format('payout %s of order %s (%s) stays %s', p.id, o.id, o.status, p.state) AS problem
       FROM payout p JOIN orders o ON o.id = p.order_id
      WHERE p.state <> 'confirmed' AND NOT (${IS_OPERATORS})
        -- What a reorganisation took away is not given back.
        AND NOT EXISTS (SELECT 1 FROM deposit d WHERE p.reason = 'refund' AND d.id = p.deposit_id AND d.state = 'gone')`,
  ),
  statementCheck(
    'tally',
    // On each level of the tallies, with what is not folded yet.
    `WITH counted AS (
       SELECT roll_id, level, facet, sum(members) AS members FROM (
         SELECT roll_id, level, facet, members FROM roll_tally
          UNION ALL SELECT roll_id, level, facet, members FROM roll_delta, generate_series(0, 2) AS level) AS part
        WHERE roll_id IN (SELECT orders_roll_id FROM account) GROUP BY roll_id, level, facet
     ), real AS (
       SELECT a.orders_roll_id AS roll_id, level, o.status AS facet, count(*) AS members
         FROM orders o JOIN account a ON a.id = o.account_id, generate_series(0, 2) AS level GROUP BY 1, 2, 3)
     SELECT format('%s orders are in %s, but %s are counted on level %s of roll %s', coalesce(real.members, 0), facet, counted.members,
                   level, roll_id) AS problem
       FROM counted FULL JOIN real USING (roll_id, level, facet) WHERE coalesce(counted.members, 0) <> coalesce(real.members, 0)`,
  ),
];
