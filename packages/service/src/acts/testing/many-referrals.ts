import pg from 'pg';
import { urlFor } from '../../../../../test/support/database.ts';
import type { World } from '../../engine/testing/world.ts';
import { LEVEL_BITS } from '../../rolls/tallies.ts';

/** When the first was placed; ten in each second. */
const PLACED_AT = 1_600_000_000;

/** Orders of account 6 come first, so many; all others are of account 5, which has more codes than one, and a markup. */
export interface ManyReferrals {
  readonly orders: number;
  readonly ofOther: number;
}

/** Codes of account 5, with what they earn; the first is there already. */
const MORE_CODES = [
  { code: 'third', ppm: 333_333, roll: 23 },
  { code: 'whole', ppm: 1_000_000, roll: 24 },
] as const;

/** SQL: something drawn for an order, or its entry, below so many; the same whenever it is asked for. */
const drawn = (what: string, below: number) => `((hashint8extended(${what}, 7) & 2147483647) % ${below})`;

/** Whose an order is: its code, empty for a markup alone; and how it stands. Some have both. */
const SERIES = `
  SELECT n, CASE WHEN n < $2 THEN 'other' WHEN who < 40 THEN 'ref' WHEN who < 70 THEN 'third' WHEN who < 90 THEN 'whole' ELSE '' END AS code,
         n >= $2 AND (who >= 90 OR who < 5) AS is_own,
         CASE WHEN stands < 85 THEN 4 WHEN stands < 90 THEN 5 WHEN stands < 95 THEN 7 ELSE 1 END AS status
    FROM (SELECT n, ${drawn('n', 100)} AS who, ${drawn('-n', 100)} AS stands FROM generate_series(0::bigint, $1::bigint - 1) AS n) AS dice`;

const ORDERS = `
  INSERT INTO orders (id, no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units, address_id, address,
                      price, tolerance_units, on_mismatch, created_at, expires_at, late_until)
  OVERRIDING SYSTEM VALUE
  SELECT 1000000 + n, 'N' || lpad(n::text, 7, '0'), 'Q' || lpad(n::text, 11, '0'), CASE WHEN is_own THEN 5 ELSE 0 END, 1000000 + n, 'float',
         status, $3::int, 1000, 1, 1000000, 1000000 + n, 'address-' || n, 100000, 0, 'ask', ${PLACED_AT} + n / 10, ${PLACED_AT}, ${PLACED_AT}
    FROM (${SERIES}) AS series`;

/** One to three entries, of assets of all kinds of decimals, at prices of eighteen. */
const ENTRIES = `
  INSERT INTO order_entry (order_id, entry, asset_id, address, to_ratio, share, group_share, price, fee_ppm, fee_units, markup_ppm,
                           markup_units, network_fee_units, units, units_origin)
  SELECT 1000000 + n, entry, asset.id, 'receiver', 1, 1, 1, price, 5000, fee, CASE WHEN is_own THEN 12345 ELSE 0 END,
         CASE WHEN is_own THEN div(fee * 617, 1000) ELSE 0 END, 0, 1, 1
    FROM (${SERIES}) AS series, LATERAL generate_series(0, ${drawn('n + 11', 3)}) AS entry,
         LATERAL (SELECT 10 * n + entry AS lot) AS lots,
         LATERAL (SELECT id, decimals FROM asset WHERE id = ($3::int[])[1 + ${drawn('lot', 1_000_003)} % cardinality($3::int[])]) AS asset,
         LATERAL (SELECT power(10::numeric, ${drawn('lot + 5', 5)}) * (1 + ${drawn('-lot', 1_000_000_007)} * 1e-9)
                         + ${drawn('lot + 9', 1_000_000_007)} * 1e-18 AS price) AS prices,
         LATERAL (SELECT trunc(${drawn('lot + 3', 1_000_003)} * 1e-8 / price * power(10::numeric, decimals)) AS fee) AS fees`;

const REFERRALS = `
  INSERT INTO referral_order (order_id, code_id, code, account_id, account_position, code_position, commission_ppm, order_amount,
                              created_at, updated_at)
  SELECT 1000000 + n, k.id, series.code, CASE WHEN n < $2 THEN 6 ELSE 5 END, CASE WHEN n < $2 THEN n ELSE n - $2 END,
         CASE WHEN k.id IS NOT NULL THEN row_number() OVER (PARTITION BY series.code ORDER BY n) - 1 END,
         coalesce(k.commission_ppm, 0), 1000, ${PLACED_AT} + n / 10, ${PLACED_AT} + n / 10
    FROM (${SERIES}) AS series LEFT JOIN ref_code k ON k.code = series.code`;

const LISTED = `
  SELECT a.referral_roll_id AS roll_id, r.account_position AS position FROM referral_order r JOIN account a ON a.id = r.account_id
   UNION ALL SELECT k.roll_id, r.code_position FROM referral_order r JOIN ref_code k ON k.id = r.code_id`;

/** Writes orders that came through codes or have a markup, as placing and finishing them would have; nothing is credited yet. */
export async function seedReferrals(world: World, { orders, ofOther }: ManyReferrals): Promise<void> {
  for (const { code, ppm, roll } of MORE_CODES) {
    await world.rows('INSERT INTO roll (id) VALUES ($1)', [roll]);
    await world.rows(
      'INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at) VALUES ($1, 5, $2, $3, 0)',
      [code, ppm, roll],
    );
  }
  const ids = world.market().catalogue.assets.map(({ id }) => id);
  // Not the world's own pool: that ends statements which take as long as these.
  const client = new pg.Client({ connectionString: await urlFor(world.database) });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(ORDERS, [orders, ofOther, ids[0]]);
    await client.query(ENTRIES, [orders, ofOther, ids]);
    await client.query(REFERRALS, [orders, ofOther]);
    for (const [level, bits] of LEVEL_BITS.entries())
      await client.query(
        `INSERT INTO roll_tally (roll_id, facet, level, block, members, amount)
         SELECT roll_id, 1, ${level}, position >> ${bits}, count(*), 0 FROM (${LISTED}) AS listed GROUP BY 1, 4`,
      );
    await client.query(
      `UPDATE roll SET length = listed.members, last_at = ${PLACED_AT} + $1 / 10
         FROM (SELECT roll_id, count(*) AS members FROM (${LISTED}) AS each GROUP BY roll_id) AS listed WHERE roll.id = listed.roll_id`,
      [orders],
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
