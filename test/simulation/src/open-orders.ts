import type { World } from './world.ts';

interface OpenOrder {
  readonly id: number;
  readonly status: number;
}

/** Orders that are on their way. One that waits for nothing but a transfer which no block takes is not. */
export async function openOrders(world: World): Promise<OpenOrder[]> {
  const { rows } = await world.database.query<OpenOrder>({
    name: 'simulation-open-orders',
    text: `
      SELECT o.id, o.status FROM orders o
       WHERE o.status = 3 OR o.status = 2 AND (
             EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.state IN ('mined', 'confirmed') AND d.use IS NULL
                        AND d.asset_id = o.asset_id AND d.units >= o.dust_units)
             OR NOT EXISTS (SELECT 1 FROM deposit d
                             WHERE d.order_id = o.id AND d.state = 'seen' AND d.txid = ANY ($1::text[])))
       ORDER BY o.id`,
    values: [stuckTransfers(world)],
  });
  return rows;
}

/** What clients sent and no block will take. */
export function stuckTransfers({ sendings, clock }: World): string[] {
  return sendings.flatMap(({ txid, stuckUntil }) =>
    txid !== null && stuckUntil > clock.now() ? [txid] : [],
  );
}
