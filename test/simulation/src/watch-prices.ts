import { DEFAULT_SETTINGS } from '../../../packages/service/src/catalog/settings.ts';
import { PAID_IN_TIME } from '../../../packages/service/src/engine/orders/accept.ts';
import { parseFixed } from '../../../packages/service/src/money/fixed.ts';
import { powerOfTen } from '../../../packages/service/src/money/units.ts';
import type { World } from './world.ts';

/** An asset of an order: how much of it, and at which price. */
type Side = [assetId: number, units: string, price: string];

interface Row {
  order_id: number;
  at: number;
  /** When its price was agreed on, where that counts; null: it was exchanged at the market. */
  agreed_at: number | null;
  source: Side;
  entries: Side[];
  /** It was paid before the store went back, at the prices of then: that has been judged. */
  was_paid: boolean;
}

/**
 * Looks at orders that have just been exchanged. At the market: at prices that it had no longer ago than they may be old. And
 * whatever was agreed: for no more than the prices of the time for which the desk was bound allow. So what price moves can cost
 * is bounded, for each order and for all together, by the moves within that time.
 */
export async function watchPrices(world: World): Promise<void> {
  const { database, watched } = world;
  const { rows } = await database.query<Row>({
    name: 'simulation-prices',
    text: `
      SELECT o.id AS order_id, e.at,
             CASE WHEN o.mode = 'fixed' AND (e.from_status = 2 OR e.reason = $2) THEN o.created_at END AS agreed_at,
             json_build_array(o.asset_id, (o.received_units + o.tolerance_units)::text, o.price::text) AS source,
             (SELECT json_agg(json_build_array(n.asset_id, n.units::text, n.price::text) ORDER BY n.entry)
                FROM order_entry n WHERE n.order_id = o.id) AS entries,
             EXISTS (SELECT 1 FROM payout p JOIN attempt y ON y.id = p.payment_id
                      WHERE p.order_id = o.id AND p.reason = 'output' AND y.signed_at < e.at) AS was_paid
        FROM order_event e JOIN orders o ON o.id = e.order_id
       WHERE e.id > $1 AND e.type = 'order.status' AND e.to_status = 3
         -- Not those that an operator held, and that go on.
         AND (e.from_status = 2 OR NOT EXISTS (
              SELECT 1 FROM order_event b WHERE b.order_id = o.id AND b.id < e.id AND b.type = 'order.status' AND b.to_status = 3))
       ORDER BY e.id`,
    values: [watched.exchangesUpTo, PAID_IN_TIME],
  });
  for (const row of rows) {
    if (row.agreed_at === null) judgePrices(world, row);
    if (!row.was_paid) judgeLoss(world, row);
  }
}

function judgePrices(world: World, { order_id, at, source, entries }: Row): void {
  const { board, catalogue, findings } = world;
  for (const [assetId, , price] of [source, ...entries]) {
    const { abbr } = catalogue.get(assetId);
    if (board.had(abbr, parseFixed(price), at - behindS(world), at)) continue;
    findings.push(
      `price: order ${order_id} was exchanged at ${price} for ${abbr}, which was not its price then, at ${at}`,
    );
  }
}

/** What is given is worth more than what came, by more than prices have moved while the desk was bound. */
function judgeLoss(world: World, { order_id, at, agreed_at, source, entries }: Row): void {
  const { findings, losses } = world;
  const from = (agreed_at ?? at) - behindS(world);
  const came = worth(world, source, from, at);
  const given = entries.map((entry) => worth(world, entry, from, at));
  const lost = total(given, 'now') - came.now;
  // Prices may be the best for the client that there were: the source dearest, and what is given cheapest.
  const explained = came.most - came.now + total(given, 'now') - total(given, 'least');
  if (lost > 0n) losses.lost += lost;
  losses.explained += explained;
  if (lost > explained)
    findings.push(
      `loss: order ${order_id} costs the desk ${lost}, of which price moves explain ${explained}, in 10^-18 USDT`,
    );
}

interface Worth {
  readonly least: bigint;
  readonly now: bigint;
  readonly most: bigint;
}

/** In 10^-18 USDT, at the prices between two moments. */
function worth({ board, catalogue }: World, [assetId, units]: Side, from: number, until: number): Worth {
  const { abbr, decimals } = catalogue.get(assetId);
  const at = (price: bigint) => (BigInt(units) * price) / powerOfTen(decimals);
  const { least, last, most } = board.range(abbr, from, until);
  return { least: at(least), now: at(last), most: at(most) };
}

function total(worths: readonly Worth[], which: keyof Worth): bigint {
  return worths.reduce((sum, each) => sum + each[which], 0n);
}

/** And what it was until within a second was the price of that second, too. */
function behindS({ published }: World): number {
  return (published?.longestBehindS ?? DEFAULT_SETTINGS.price_max_age_s) + 1;
}
