import { DEFAULT_SETTINGS } from '../../../../packages/service/src/catalog/settings.ts';
import { PAID_IN_TIME } from '../../../../packages/service/src/engine/orders/accept.ts';
import { parseFixed } from '../../../../packages/service/src/money/fixed.ts';
import type { World } from '../world.ts';
import type { Check } from './check.ts';

interface Exchanged {
  order_id: number;
  event: number;
  /** The event that froze it. */
  frozen: number;
  at: number;
  sides: [assetId: number, price: string][];
}

/**
 * What somebody has decided to exchange is exchanged at prices that coins had after the decision: whoever chooses the moment must
 * not know them. Not what was paid before the store went back, nor what had been exchanged before it was held.
 */
export const decidedPriceCheck: Check = async (world) => {
  const { rows } = await world.database.query<Exchanged>({
    name: 'check decided prices',
    text: `
      SELECT o.id AS order_id, e.id AS event, e.at,
             (SELECT max(b.id) FROM order_event b WHERE b.order_id = o.id AND b.id < e.id AND b.type = 'order.status') AS frozen,
             (SELECT json_agg(json_build_array(s.asset_id, s.price::text)) FROM (
                SELECT o.asset_id, o.price UNION SELECT n.asset_id, n.price FROM order_entry n WHERE n.order_id = o.id) AS s) AS sides
        FROM order_event e JOIN orders o ON o.id = e.order_id
       WHERE e.type = 'order.status' AND e.from_status = 7 AND e.to_status = 3 AND e.reason IS DISTINCT FROM $1
         AND NOT EXISTS (SELECT 1 FROM order_event b
                          WHERE b.order_id = o.id AND b.id < e.id AND b.type = 'order.status' AND b.to_status = 3)
         AND NOT EXISTS (SELECT 1 FROM payout p JOIN attempt y ON y.payment_id = p.payment_id
                          WHERE p.order_id = o.id AND p.reason = 'output' AND y.signed_at < e.at)
       ORDER BY e.id`,
    values: [PAID_IN_TIME],
  });
  return rows.flatMap((row) => earlierPrices(world, row));
};

function earlierPrices(world: World, { order_id, event, frozen, at, sides }: Exchanged): string[] {
  const { board, catalogue, decisions } = world;
  const last = decisions.findLast(
    ({ orderId, afterEvent }) => orderId === order_id && afterEvent >= frozen && afterEvent < event,
  );
  if (last === undefined || last.at === 0) return [];
  // What was heard in the same second may have been known.
  if (at <= last.at)
    return [`decided: order ${order_id} was exchanged at ${at}, in the second of its decision`];
  return sides.flatMap(([assetId, price]) => {
    const { abbr } = catalogue.get(assetId);
    if (board.had(abbr, parseFixed(price), last.at + 1 - frozenS(world), at)) return [];
    return [
      `decided: order ${order_id} was to be exchanged since ${last.at}, and was so at ${price} for ${abbr}, which was its price before`,
    ];
  });
}

/** For so long a feed may say what was so before it froze, as if it were of now, until that is noticed. */
function frozenS({ published }: World): number {
  return published === null ? 0 : published.longestBehindS - DEFAULT_SETTINGS.price_max_age_s;
}
