import { DEPOSIT, depositIs } from '../../deposits/life.ts';
import { noteSurplus } from '../../deposits/use-deposits.ts';
import { IS_SURPLUS } from '../../orders/surplus.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';

const MOST_AT_ONCE = 500;

/** Confirmed deposits that their orders cannot use, of which nobody has been told. */
const UNTOLD = `
  SELECT d.id FROM deposit d JOIN orders o ON o.id = d.order_id
   WHERE ${depositIs('d', DEPOSIT.confirmed)} AND d.use IS NULL AND d.surplus_at = 0 AND ${IS_SURPLUS}
   ORDER BY d.id LIMIT ${MOST_AT_ONCE}`;

/** Tells of each surplus once. Before it is given back, so that this comes first. */
export async function tellSurplus(engine: Engine, lease: Lease): Promise<void> {
  const { rowCount } = await engine.database.query({ name: 'untold-surplus', text: UNTOLD });
  if (rowCount === 0) return;
  await underLease(engine.database, lease, (client) => noteSurplus(client, UNTOLD, engine.clock()));
}
