import { LEVEL_BITS } from '@swapdesk/service/dist/rolls/tallies.js';
import { KINDS } from './kinds.ts';

/** The statements that seed orders $1 (incl.) to $2 (excl.) of $3, counted from 0 by their position. */

/** The newest in two hundred are under way; the others have ended. */
const UNDER_WAY = 200;
/** An order lives for an hour and is taken up for a week more. */
const LATE_UNTIL_S = 3_600 + 604_800;
/** No seeded order changes by itself for so long after the last one. */
const KEPT_S = 86_400;
/** Orders spread over a year. */
const SPAN_S = 365 * 86_400;

/**
 * Unique codes in scattered order, as random ones are: a number times an odd one, modulo 2^32, is a permutation.
 * The letters are spread over the alphabet, so that codes placed later fall between them.
 */
const SEEDED_LETTERS = '02468BDFHJLNPRTX';
const code = (n: string, odd: number, length: number) =>
  `translate(lpad(to_hex(${n} * ${odd} % ${2 ** 32}), ${length}, '0'), '0123456789abcdef', '${SEEDED_LETTERS}')`;

const values = KINDS.map(
  (k, n) =>
    `(${n}, '${k.space}', ${k.assetId}, ${k.toAssetId}, ${k.units}::numeric, ${k.toUnits}::numeric, ${k.price}::numeric, ${k.toPrice}::numeric, ` +
    `'${k.prefix}', ${k.length}, '${k.toAddress}')`,
);
const KIND = `(VALUES ${values.join(', ')})
  AS kind (no, space, asset_id, to_asset_id, units, to_units, price, to_price, prefix, length, to_address)`;
/** The exchange that order n is of. */
export const OF_KIND = `JOIN ${KIND} ON kind.no = n % ${KINDS.length}`;

export const ADDRESS = `left(prefix || md5(n::text) || md5('-' || n), length)`;

/** Everything random about an order comes from its position, so that each statement sees the same order. */
export const SERIES = `
  SELECT n, (hashint8(n) & 2147483647) % 1000 AS dice, (hashint8(n + $3) & 2147483647) % 100 AS dice2,
         $4::bigint - ${SPAN_S} + (n::numeric * ${SPAN_S} / $3)::bigint AS at
    FROM generate_series($1::bigint, $2::bigint - 1) AS n`;

export const STATUS = `
  CASE WHEN n >= $3 - $3 / ${UNDER_WAY} THEN CASE WHEN dice < 600 THEN 1 WHEN dice < 700 THEN 2 WHEN dice < 800 THEN 3 ELSE 4 END
       -- Nobody abandons them later, while something is measured: those whose late window is over are.
       WHEN dice < 700 THEN 4 WHEN dice < 900 THEN CASE WHEN at + ${LATE_UNTIL_S} < $4 + ${KEPT_S} THEN 9 ELSE 8 END WHEN dice < 945 THEN 5 WHEN dice < 995 THEN 9 ELSE 7 END`;

/** $4: when the last order is created; $5: id of the first deposit address. */
export const SEED_ORDERS = `
INSERT INTO orders (id, no, query_code, account_id, position, mode, status, asset_id, units, received_units, min_units,
                    max_units, address_id, address, price, tolerance_units, on_mismatch, created_at, expires_at,
                    late_until, paid_at, accepted_at, finished_at, frozen_at)
OVERRIDING SYSTEM VALUE
SELECT n + 1, ${code('n', 2654435761, 8)}, ${code('n', 2246822519, 8)} || ${code('hashint8(n) & 65535', 1, 4)}, 0, n,
       CASE WHEN dice2 < 70 THEN 'float' ELSE 'fixed' END, status, asset_id, units,
       CASE WHEN status IN (2, 3, 4, 5, 7) THEN units ELSE 0 END, units / 100, units * 100, $5 + n, ${ADDRESS}, price,
       units / 10000, 'ask', at, CASE WHEN status = 1 THEN $4 + ${KEPT_S} ELSE at + 3600 END,
       CASE WHEN status = 1 THEN $4 + ${KEPT_S} ELSE at END + ${LATE_UNTIL_S},
       CASE WHEN status IN (2, 3, 4, 5, 7) THEN at + 600 ELSE 0 END,
       CASE WHEN status IN (3, 4) THEN at + 900 ELSE 0 END,
       CASE WHEN status IN (4, 5) THEN at + 1200 ELSE 0 END,
       CASE WHEN status = 7 THEN at + 900 ELSE 0 END
  FROM (SELECT *, ${STATUS} AS status FROM (${SERIES}) AS series) AS series
  ${OF_KIND}`;

/** One order in ten has two receivers, one in twenty has three. Each gets a part. */
export const PARTS = `
  LATERAL (SELECT CASE WHEN dice2 < 85 THEN 1 WHEN dice2 < 95 THEN 2 ELSE 3 END AS entries) AS receivers,
  LATERAL (SELECT round(1.0 / entries, 8) AS ratio, div(to_units, entries) AS part) AS share,
  generate_series(0, entries - 1) AS entry`;

export const SEED_ENTRIES = `
INSERT INTO order_entry (order_id, entry, asset_id, address, to_ratio, share, group_share, price, fee_ppm,
                         network_fee_units, units, units_origin, status, finished_at)
SELECT n + 1, entry, to_asset_id, to_address, ratio, ratio, ratio, to_price, 5000, to_units / 1000, part, part,
       CASE WHEN status = 4 THEN 3 ELSE 1 END, CASE WHEN status = 4 THEN at + 1200 ELSE 0 END
  FROM (SELECT *, ${STATUS} AS status FROM (${SERIES}) AS series) AS series ${OF_KIND}, ${PARTS}`;

/** $3: id of the first. They follow those that the service has derived itself; no key belongs to them. */
export const SEED_ADDRESSES = `
INSERT INTO deposit_address (id, space, index, address) OVERRIDING SYSTEM VALUE
SELECT $3::bigint + n, space, derived + n / ${KINDS.length}, ${ADDRESS}
  FROM generate_series($1::bigint, $2::bigint - 1) AS n
  ${OF_KIND}
  JOIN address_space ON address_space.name = space`;

/** $1: how many addresses there are now, in all spaces together. All of them are taken. */
export const TAKE_ADDRESSES = `
UPDATE address_space SET derived = derived + added, given = derived + added
  FROM (SELECT space, (SELECT count(*) FROM generate_series(kind.no, $1::bigint - 1, ${KINDS.length})) AS added
          FROM ${KIND}) AS seeded
 WHERE seeded.space = name`;

/** The tallies as they would be if all deltas were folded, side by side as a store has them that has grown slowly. */
export const SEED_TALLIES = [
  ...LEVEL_BITS.map(
    (bits, level) => `
      INSERT INTO roll_tally (roll_id, facet, level, block, members, amount)
      SELECT 0, status, ${level}, position >> ${bits} AS block, count(*), 0 FROM orders WHERE account_id = 0
       GROUP BY status, block ORDER BY block, status`,
  ),
  `UPDATE roll SET length = (SELECT count(*) FROM orders WHERE account_id = 0),
                   last_at = (SELECT max(created_at) FROM orders WHERE account_id = 0) WHERE id = 0`,
];
