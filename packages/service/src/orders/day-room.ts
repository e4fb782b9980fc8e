import type { Settings } from '../catalog/settings.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import { split } from '../money/split.ts';
import { worthInUsdt } from '../money/worth.ts';
import { left } from '../pricing/caps.ts';
import type { Moment } from '../pricing/prices-of-now.ts';
import type { Queryable } from '../store/database.ts';
import { assetScope, callerScope, DAY_S } from './day-limits.ts';
import { totalUnits } from './decide.ts';
import type { OpenOrder } from './reading/read-open-orders.ts';
import { termsOfNow } from './terms-of-now.ts';

type Counted = Pick<
  OpenOrder,
  'id' | 'accountId' | 'caller' | 'assetId' | 'units' | 'countedUnits' | 'entries'
>;

/** What an order comes to beyond what was said when it was placed, and what that counts for. */
export interface Excess {
  readonly orderId: number;
  /** Beyond what was agreed, in units of the source. */
  readonly units: bigint;
  readonly day: number;
  /** In USDT, counted in 10^-18. */
  readonly counts: readonly { readonly whose: string; readonly value: bigint }[];
}

/** What is left of the limits of a day while orders are exchanged, one behind the other. */
export class DayRoom {
  private readonly day: number;
  private readonly left: Map<string, bigint>;

  constructor(day: number, room: ReadonlyMap<string, bigint>) {
    this.day = day;
    this.left = new Map(room);
  }

  /**
   * Null if nothing more counts: no more came than was said, or has been counted, or nothing is limited. What was said counted at
   * the price of then: nobody is stopped because a coin has risen since.
   */
  excessOf(order: Counted, units: bigint, moment: Moment): Excess | null {
    const more = units - order.units - order.countedUnits;
    if (more <= 0n || order.caller === null || this.left.size === 0) return null;
    const terms = termsOfNow(order, units, moment);
    if (typeof terms === 'string') return null;
    const { decimals } = moment.catalogue.get(order.assetId);
    const usdtOf = (some: bigint) => parseFixed(worthInUsdt(some, terms.price, decimals));
    const parts = split(
      more,
      order.entries.map(({ share }) => share),
    );
    const values = new Map([[callerScope(order), usdtOf(more)]]);
    order.entries.forEach(({ assetId }, n) => {
      const whose = assetScope(assetId);
      values.set(whose, (values.get(whose) ?? 0n) + usdtOf(parts[n] as bigint));
    });
    const counts = [...values].map(([whose, value]) => ({ whose, value }));
    return {
      orderId: order.id,
      units: order.countedUnits + more,
      day: this.day,
      counts: counts.filter(({ whose }) => this.left.has(whose)),
    };
  }

  hasRoomFor({ counts }: Excess): boolean {
    return counts.every(({ whose, value }) => value <= (this.left.get(whose) ?? 0n));
  }

  take({ counts }: Excess): void {
    for (const { whose, value } of counts) this.left.set(whose, (this.left.get(whose) ?? 0n) - value);
  }
}

/**
 * What is left today for these orders. Nobody counts anything for the same until the transaction ends; to be called after the
 * treasury is locked, as whoever places does. The store is asked only if a limit is set and more came than was said.
 */
export async function openDay(
  client: Queryable,
  orders: readonly OpenOrder[],
  { day_per_caller_usdt: ofCaller, day_per_asset_usdt: ofAsset }: Settings,
  now: number,
): Promise<DayRoom> {
  const day = Math.floor(now / DAY_S);
  const mosts = new Map<string, number>();
  for (const order of orders) {
    if (order.caller === null || totalUnits(order.deposits) <= order.units + order.countedUnits) continue;
    if (ofCaller > 0) mosts.set(callerScope(order), ofCaller);
    if (ofAsset > 0) for (const { assetId } of order.entries) mosts.set(assetScope(assetId), ofAsset);
  }
  if (mosts.size === 0) return new DayRoom(day, new Map());
  const { rows } = await client.query<{ whose: string; value: string }>({
    name: 'open-day',
    // Also what is not there yet is locked.
    text: `
      INSERT INTO placed_value (day, whose, value)
      SELECT $1, whose, 0 FROM unnest($2::text[]) AS whose ORDER BY whose
          ON CONFLICT (day, whose) DO UPDATE SET value = placed_value.value
      RETURNING whose, value`,
    values: [day, [...mosts.keys()]],
  });
  const room = rows.map(({ whose, value }) => [whose, left(mosts.get(whose) ?? 0, parseFixed(value)) ?? 0n]);
  return new DayRoom(day, new Map(room as [string, bigint][]));
}

/** Counts what orders came to, in the transaction that exchanges them. */
export async function countExcess(client: Queryable, excesses: readonly Excess[]): Promise<void> {
  if (excesses.length === 0) return;
  const counts = excesses.flatMap(({ day, counts: each }) => each.map((count) => ({ day, ...count })));
  await client.query({
    name: 'count-excess',
    text: `
      WITH counted AS (
        UPDATE orders o SET counted_units = t.units
          FROM unnest($1::bigint[], $2::numeric[]) AS t (id, units) WHERE o.id = t.id
      )
      UPDATE placed_value p SET value = p.value + t.value
        FROM (SELECT day, whose, sum(value) AS value
                FROM unnest($3::int[], $4::text[], $5::numeric[]) AS t (day, whose, value) GROUP BY day, whose) AS t
       WHERE p.day = t.day AND p.whose = t.whose`,
    values: [
      excesses.map(({ orderId }) => orderId),
      excesses.map(({ units }) => String(units)),
      counts.map(({ day }) => day),
      counts.map(({ whose }) => whose),
      counts.map(({ value }) => formatFixed(value)),
    ],
  });
}
