import { DEFAULT_SETTINGS } from '../../../packages/service/src/catalog/settings.ts';
import { PAID_IN_TIME } from '../../../packages/service/src/engine/orders/accept.ts';
import { parseFixed } from '../../../packages/service/src/money/fixed.ts';
import type { World } from './world.ts';

interface Row {
  event: number;
  order_id: number;
  at: number;
  prices: [assetId: number, price: string][];
}

/**
 * Looks at orders that have just been exchanged at the market: at prices that the market had no longer ago than they may be
 * old. So what a price move can cost is bounded by the move within that time.
 */
export async function watchPrices({
  database,
  findings,
  watched,
  board,
  catalogue,
}: Pick<World, 'database' | 'findings' | 'watched' | 'board' | 'catalogue'>): Promise<void> {
  const { rows } = await database.query<Row>({
    name: 'simulation-prices',
    text: `
      SELECT e.id AS event, o.id AS order_id, e.at,
             (SELECT json_agg(json_build_array(asset_id, price::text)) FROM (
                SELECT o.asset_id, o.price UNION ALL SELECT n.asset_id, n.price FROM order_entry n WHERE n.order_id = o.id) AS t) AS prices
        FROM order_event e JOIN orders o ON o.id = e.order_id
       WHERE e.id > $1 AND e.type = 'order.status' AND e.to_status = 3
         AND (e.from_status = 2 AND o.mode = 'float' OR e.from_status = 7 AND e.reason <> $2 AND NOT EXISTS (
              SELECT 1 FROM order_event b WHERE b.order_id = o.id AND b.id < e.id AND b.type = 'order.status' AND b.to_status = 3))
       ORDER BY e.id`,
    values: [watched.pricesUpTo, PAID_IN_TIME],
  });
  for (const { event, order_id, at, prices } of rows) {
    watched.pricesUpTo = Math.max(watched.pricesUpTo, event);
    for (const [assetId, price] of prices) {
      const { abbr } = catalogue.get(assetId);
      if (board.had(abbr, parseFixed(price), at - DEFAULT_SETTINGS.price_max_age_s, at)) continue;
      findings.push(
        `price: order ${order_id} was exchanged at ${price} for ${abbr}, which was not its price then`,
      );
    }
  }
}
