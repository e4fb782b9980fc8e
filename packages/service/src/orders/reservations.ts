import { split } from '../money/split.ts';
import { worthInUsdt } from '../money/worth.ts';
import type { Terms } from '../pricing/terms.ts';
import type { Queryable } from '../store/database.ts';
import { worthOf } from './exchange.ts';

/** What an order takes from the treasury in one asset. */
export interface Reservation {
  readonly assetId: number;
  readonly units: bigint;
  /** In USDT, exact decimal text. */
  readonly value: string;
}

/** What a fixed order promises, per asset. A float order promises nothing. */
export function reservationsOf(terms: Terms): Reservation[] {
  return terms.mode === 'float' ? [] : worthByAsset(terms);
}

/** What an order would take from the treasury, per asset: before fees, as its exchange will be booked. */
export function worthByAsset({ from, price, units, entries }: Terms): Reservation[] {
  const parts = split(
    units,
    entries.map(({ share }) => share),
  );
  const assetIds = [...new Set(entries.map(({ asset }) => asset.id))];
  return assetIds.map((assetId) => {
    let [worth, part] = [0n, 0n];
    entries.forEach((entry, n) => {
      if (entry.asset.id !== assetId) return;
      part += parts[n] as bigint;
      worth += worthOf({ decimals: from.decimals, price }, parts[n] as bigint, entry);
    });
    return { assetId, units: worth, value: worthInUsdt(part, price, from.decimals) };
  });
}

/** What these orders promised is free again, or theirs by now. Those that promise nothing any more are left alone. */
export async function endReservations(client: Queryable, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await client.query({
    name: 'end-reservations',
    // The store counts what is promised by what is reserved, whoever writes it.
    text: 'DELETE FROM reservation WHERE order_id = ANY ($1::bigint[])',
    values: [orderIds],
  });
}
