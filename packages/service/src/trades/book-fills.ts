import { post } from '../ledger/post.ts';
import { venueCoinIds } from '../ledger/venue-coins.ts';
import { TOLD_IN } from '../market/venues/known-venues.ts';
import type { Queryable } from '../store/database.ts';
import { fillPostings } from './fill-postings.ts';
import type { Trade, VenueFill } from './trade.ts';

/** Books what was traded and is not booked yet, each fill once: by its key. Returns those that were new. */
export async function bookFills(
  client: Queryable,
  trade: Trade,
  fills: readonly VenueFill[],
  at: number,
): Promise<VenueFill[]> {
  if (fills.length === 0) return [];
  const { rows } = await client.query<{ fill_id: string }>({
    name: 'store-fills',
    text: `
      INSERT INTO trade_fill (venue, abbr, fill_id, trade_id, amount, value, fee_abbr, fee, at)
      SELECT $1, $2, fill_id, $3, amount, value, fee_abbr, fee, at
        FROM unnest($4::text[], $5::numeric[], $6::numeric[], $7::text[], $8::numeric[], $9::bigint[])
             AS f (fill_id, amount, value, fee_abbr, fee, at)
          ON CONFLICT DO NOTHING RETURNING fill_id`,
    values: [
      trade.venue,
      trade.abbr,
      trade.id,
      fills.map(({ id }) => id),
      fills.map(({ amount }) => String(amount)),
      fills.map(({ value }) => String(value)),
      fills.map(({ feeAbbr }) => feeAbbr),
      fills.map(({ fee }) => String(fee)),
      fills.map((fill) => fill.at),
    ],
  });
  const stored = new Set(rows.map(({ fill_id }) => fill_id));
  const fresh = fills.filter(({ id }) => stored.has(id));
  const abbrs = [TOLD_IN, trade.abbr, ...fresh.map(({ feeAbbr }) => feeAbbr)];
  const ids = await venueCoinIds(client, trade.venue, abbrs);
  const idOf = (abbr: string) => ids.get(abbr) as number;
  await post(
    client,
    fresh.flatMap((fill) => fillPostings(trade, fill, idOf)),
    at,
  );
  return fresh;
}

/** How much of a trade is booked. */
export async function bookedAmount(client: Queryable, tradeId: number): Promise<bigint> {
  const { rows } = await client.query<{ amount: string }>({
    name: 'booked-amount',
    text: 'SELECT coalesce(sum(amount), 0)::text AS amount FROM trade_fill WHERE trade_id = $1',
    values: [tradeId],
  });
  return BigInt(rows[0]?.amount ?? '0');
}
