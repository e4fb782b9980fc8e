import type { Queryable } from '../store/database.ts';

/** Coins at venues, which the ledger books like assets: in 10^-18 of the coin, under ids below zero. */

/** What a venue holds of a coin for us. */
export interface HeldCoin {
  /** In the ledger. */
  readonly assetId: number;
  readonly venue: string;
  readonly abbr: string;
  /** By the ledger. */
  readonly units: bigint;
  /** By the venue's own words when it was last asked; null: it never was. */
  readonly toldUnits: bigint | null;
  readonly toldAt: number;
}

interface Row {
  id: number;
  venue: string;
  abbr: string;
  units: string;
  told_units: string | null;
  told_at: number;
}

/** What the ledger and the venues say, at one moment. */
export async function loadHeld(client: Queryable): Promise<HeldCoin[]> {
  const { rows } = await client.query<Row>({
    name: 'load-held',
    text: `
      SELECT c.id, c.venue, c.abbr, c.told_units, c.told_at,
             (SELECT coalesce(sum(part.units), 0)::text FROM (
                SELECT units FROM ledger_balance b WHERE b.account = 'venue' AND b.asset_id = c.id
                UNION ALL SELECT units FROM ledger_delta d WHERE d.account = 'venue' AND d.asset_id = c.id) AS part) AS units
        FROM venue_coin c ORDER BY c.venue, c.abbr`,
  });
  return rows.map(({ id, venue, abbr, units, told_units, told_at }) => ({
    assetId: id,
    venue,
    abbr,
    units: BigInt(units),
    toldUnits: told_units === null ? null : BigInt(told_units),
    toldAt: told_at,
  }));
}

/** The ledger's ids of coins at a venue, made where there are none yet. */
export async function venueCoinIds(
  client: Queryable,
  venue: string,
  abbrs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Set(abbrs)].sort();
  await client.query({
    name: 'make-venue-coins',
    text: `
      INSERT INTO venue_coin (venue, abbr) SELECT $1, abbr FROM unnest($2::text[]) AS t (abbr)
       WHERE NOT EXISTS (SELECT 1 FROM venue_coin c WHERE c.venue = $1 AND c.abbr = t.abbr) ORDER BY abbr
          ON CONFLICT DO NOTHING`,
    values: [venue, wanted],
  });
  const { rows } = await client.query<{ id: number; abbr: string }>({
    name: 'venue-coin-ids',
    text: 'SELECT id, abbr FROM venue_coin WHERE venue = $1 AND abbr = ANY ($2::text[])',
    values: [venue, wanted],
  });
  return new Map(rows.map(({ id, abbr }) => [abbr, id]));
}

/** Notes what a venue says that it holds; coins that it does not name it holds nothing of. */
export async function noteTold(
  client: Queryable,
  venue: string,
  told: ReadonlyMap<string, bigint>,
  at: number,
): Promise<void> {
  await venueCoinIds(client, venue, [...told.keys()]);
  await client.query({
    name: 'note-told',
    text: `
      UPDATE venue_coin c SET told_at = $4, told_units = coalesce(
               (SELECT t.units FROM unnest($2::text[], $3::numeric[]) AS t (abbr, units) WHERE t.abbr = c.abbr), 0)
       WHERE c.venue = $1`,
    values: [venue, [...told.keys()], [...told.values()].map(String), at],
  });
}
