import { LEVEL_BITS } from '@swapdesk/service/dist/rolls/tallies.js';
import type pg from 'pg';
import { REMEMBERED } from './history.ts';

/** Each finds what should not be; no rows are good. */
const CHECKS: Readonly<Record<string, string>> = {
  'a status whose tallies differ from a real count': `
    WITH real AS (SELECT status AS facet, count(*) AS members FROM orders WHERE account_id = 0 GROUP BY status),
         tallied AS (SELECT facet, level, sum(members) AS members FROM roll_tally WHERE roll_id = 0 GROUP BY facet, level)
    SELECT * FROM real CROSS JOIN generate_series(0, ${LEVEL_BITS.length - 1}) AS level
      FULL JOIN tallied USING (facet, level) WHERE real.members IS DISTINCT FROM tallied.members`,
  'a roll that does not number its orders without gaps': `
    SELECT roll.length, count(*), min(position), max(position) FROM roll, orders WHERE roll.id = 0 AND account_id = 0
     GROUP BY roll.length HAVING roll.length <> count(*) OR min(position) <> 0 OR max(position) <> count(*) - 1`,
  'an order without receive entries, or entries without an order': `
    SELECT id, order_id FROM orders FULL JOIN (SELECT DISTINCT order_id FROM order_entry) AS e ON order_id = id
     WHERE id IS NULL OR order_id IS NULL LIMIT 1`,
  'an order without its deposit address': `
    SELECT o.id FROM orders o LEFT JOIN deposit_address a ON a.id = o.address_id AND a.address = o.address
     WHERE a.id IS NULL LIMIT 1`,
  'a completed order whose history is not whole': `
    SELECT o.id FROM orders o WHERE o.status = 4 AND o.id > (SELECT max(id) FROM orders) - ${REMEMBERED} AND NOT (
           EXISTS (SELECT FROM deposit d WHERE d.order_id = o.id AND d.use = 'exchange' AND d.units = o.received_units)
       AND (SELECT count(*) FROM payout p JOIN attempt t ON t.id = p.payment_id JOIN order_entry e ON e.order_id = o.id
               AND e.entry = p.entry AND e.units = p.units AND e.address = p.address WHERE p.order_id = o.id AND p.reason = 'output')
         = (SELECT count(*) FROM order_entry e WHERE e.order_id = o.id)) LIMIT 1`,
  'a posting that does not add up': `
    SELECT posting, asset_id FROM ledger_entry GROUP BY posting, asset_id HAVING sum(units) <> 0 LIMIT 1`,
  'an ended order whose account is not closed': `
    SELECT order_id, asset_id FROM ledger_entry WHERE order_id IS NOT NULL
     GROUP BY order_id, asset_id HAVING sum(units) <> 0 LIMIT 1`,
  'an address space that counts wrongly': `
    SELECT name, derived, count(index) FROM address_space LEFT JOIN deposit_address ON space = name
     GROUP BY name HAVING derived <> count(index) OR max(index) >= derived`,
};

/** Makes sure that what was seeded is what the service itself would have written. */
export async function verifySeed(database: pg.Pool, orders: number): Promise<void> {
  const { rows } = await database.query('SELECT count(*)::int AS count FROM orders');
  if (rows[0].count !== orders) throw new Error(`seeding made ${rows[0].count} orders, not ${orders}`);
  for (const [what, statement] of Object.entries(CHECKS)) {
    const found = await database.query(statement);
    if (found.rows.length > 0) throw new Error(`seeding made ${what}: ${JSON.stringify(found.rows[0])}`);
  }
}
