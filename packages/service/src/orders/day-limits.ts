import { ANONYMOUS } from '../access/anonymous.ts';
import type { Caller } from '../access/caller.ts';
import type { Asset } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import type { Clock } from '../clock.ts';
import { parseFixed } from '../money/fixed.ts';
import { worthInUsdt } from '../money/worth.ts';
import { left } from '../pricing/caps.ts';
import { type FixedRoom, NO_CAPS } from '../pricing/fixed-room.ts';
import type { Terms } from '../pricing/terms.ts';
import type { Queryable } from '../store/database.ts';
import type { Order } from './order.ts';
import { worthByAsset } from './reservations.ts';

/** Days are those of UTC. */
export const DAY_S = 86_400;

/** What an order adds to a sum of its day, and how large that may get. */
export interface DayCount {
  readonly whose: string;
  /** In USDT, exact decimal text. */
  readonly value: string;
  readonly most: number;
}

/** What an order counts for; nothing where nothing is limited: then no order costs anything for it. */
export function dayCounts(terms: Terms, { accountScope, isLimited }: Caller, settings: Settings): DayCount[] {
  const { day_per_caller_usdt: ofCaller, day_per_asset_usdt: ofAsset } = settings;
  if (!isLimited || (ofCaller === 0 && ofAsset === 0)) return [];
  const { from, units, price } = terms;
  const counts: DayCount[] = [];
  if (ofCaller > 0)
    counts.push({ whose: accountScope, value: worthInUsdt(units, price, from.decimals), most: ofCaller });
  if (ofAsset > 0)
    for (const { assetId, value } of worthByAsset(terms))
      counts.push({ whose: assetScope(assetId), value, most: ofAsset });
  return counts;
}

/** What may still be placed today of what these count for. */
export async function roomOfDay(
  database: Queryable,
  counts: readonly DayCount[],
  { accountScope }: Caller,
  now: number,
): Promise<FixedRoom> {
  const { rows } = await database.query<{ whose: string; value: string }>({
    name: 'placed-today',
    text: 'SELECT whose, value FROM placed_value WHERE day = $1 AND whose = ANY ($2::text[])',
    values: [Math.floor(now / DAY_S), counts.map(({ whose }) => whose)],
  });
  const placed = new Map(rows.map(({ whose, value }) => [whose, parseFixed(value)]));
  const leftOf = (scope: string) => {
    const count = counts.find(({ whose }) => whose === scope);
    return count === undefined ? null : left(count.most, placed.get(scope) ?? 0n);
  };
  return { ...NO_CAPS, ofCaller: leftOf(accountScope), ofAsset: ({ id }: Asset) => leftOf(assetScope(id)) };
}

/** Forgets the days before yesterday: nothing is held against them any more. */
export async function forgetDays(database: Queryable, clock: Clock): Promise<void> {
  await database.query('DELETE FROM placed_value WHERE day < $1', [Math.floor(clock() / DAY_S) - 1]);
}

/** Whom an order counts for, as its caller was when it was placed. */
export function callerScope({ accountId, caller }: Pick<Order, 'accountId' | 'caller'>): string {
  return accountId === ANONYMOUS ? (caller ?? '') : `account:${accountId}`;
}

export function assetScope(assetId: number): string {
  return `asset:${assetId}`;
}
