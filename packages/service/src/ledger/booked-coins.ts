import type { Queryable } from '../store/database.ts';

/** What the ledger counts units of: an asset on a chain, or a coin at a venue. */
export interface BookedCoin {
  /** The chain, or the venue. */
  readonly place: string;
  readonly abbr: string;
  readonly decimals: number;
}

/** All of them, by the ids that the ledger has. */
export async function loadBookedCoins(client: Queryable): Promise<ReadonlyMap<number, BookedCoin>> {
  const { rows } = await client.query<BookedCoin & { id: number }>({
    name: 'load-booked-coins',
    text: `
      SELECT b.id, coalesce(c.name, b.venue) AS place, b.abbr, b.decimals
        FROM booked_coin b LEFT JOIN asset a ON a.id = b.id LEFT JOIN chain c ON c.id = a.chain_id`,
  });
  return new Map(rows.map(({ id, ...coin }) => [id, coin]));
}
