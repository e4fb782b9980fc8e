import type { Placed } from './customers.ts';
import type { WebWorld } from './web-world.ts';

/** A payout that a signer has refused: no order of the test networks meets a limit. Nobody works on its chain. */
export async function aPayoutThatCannotBePaid({ store }: WebWorld, { no }: Placed): Promise<number> {
  const { rows } = await store.database.query<{ id: number }>(
    `INSERT INTO payout (order_id, reason, entry, chain_id, asset_id, address, units, state, created_at, waits_why, waits_since)
     SELECT id, 'output', 0, 0, asset_id, address, 5000000, 'ready', created_at, 'it is above a limit', created_at
       FROM orders WHERE no = $1 RETURNING id`,
    [no],
  );
  return rows[0]?.id as number;
}
