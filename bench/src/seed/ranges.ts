import type pg from 'pg';
import { REMEMBERED } from './history.ts';

/** Lines of the ledger that an order has at most, rounded up. */
const LINES = 20;
/** A desk that has grown has some ranges of a size that suits it, and not hundreds. */
const RANGES = 10;
/** Of orders and of lines of the ledger. */
const SEQUENCES = ['orders_id_seq', 'ledger_entry_id_seq'] as const;

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
  const taken = await Promise.all(SEQUENCES.map((sequence) => standing(database, sequence)));
  const beyond = [sizes.order_event, sizes.ledger_entry];
  for (const [n, sequence] of SEQUENCES.entries())
    await database.query('SELECT setval($1, $2::bigint + $3)', [sequence, taken[n]?.last, beyond[n]]);
  await database.query('SELECT make_room()');
  for (const [n, sequence] of SEQUENCES.entries())
    await database.query('SELECT setval($1, $2, $3)', [sequence, taken[n]?.last, taken[n]?.isCalled]);
}

/** How far its numbers have been given. */
async function standing(database: pg.Pool, sequence: string): Promise<{ last: string; isCalled: boolean }> {
  const { rows } = await database.query(
    `SELECT last_value AS last, is_called AS "isCalled" FROM ${sequence}`,
  );
  return rows[0];
}
