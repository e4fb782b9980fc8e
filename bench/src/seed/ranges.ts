import type pg from 'pg';
import { REMEMBERED } from './history.ts';

/** Lines of the ledger that an order has at most, rounded up. */
const LINES = 20;
/** A desk that has grown has some ranges of a size that suits it, and not hundreds. */
const RANGES = 10;

/** Makes ranges for what is about to be loaded, as the service would have made them meanwhile. */
export async function makeRanges(database: pg.Pool, orders: number): Promise<void> {
  // A store of an older version has none.
  const { rows } = await database.query(`SELECT to_regclass('growing') IS NOT NULL AS has_ranges`);
  if (!rows[0].has_ranges) return;
  const sizes = { order_event: orders, ledger_entry: Math.min(orders, REMEMBERED) * LINES };
  for (const [name, numbers] of Object.entries(sizes)) {
    await database.query('UPDATE growing SET step = greatest(step, $2) WHERE name = $1', [
      name,
      Math.ceil(numbers / RANGES),
    ]);
  }
  // Numbers are taken as if all of it were there, and given back.
  await database.query(`SELECT setval('orders_id_seq', $1), setval('ledger_entry_id_seq', $2)`, [
    sizes.order_event,
    sizes.ledger_entry,
  ]);
  await database.query('SELECT make_room()');
  await database.query(`SELECT setval('orders_id_seq', 1, false), setval('ledger_entry_id_seq', 1, false)`);
}
