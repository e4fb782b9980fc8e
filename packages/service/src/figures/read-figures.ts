import type { Queryable } from '../store/database.ts';
import {
  type FigureGroup,
  type FigureRequest,
  type FigureRow,
  MEASURES,
  type Measure,
} from './figure-request.ts';
import type { Period } from './zone-days.ts';

const DAY_S = 86_400;
const QUARTER_S = 900;

/** How rows are ordered: by time, by what they are called, or by a sum. */
export interface FigureOrder {
  readonly by: 'period' | 'name' | Measure;
  readonly isDescending: boolean;
}

interface Row extends Record<Measure, string> {
  period: number;
  from_asset: number | null;
  to_assets: number[] | null;
  name: string;
}

const SUMS = MEASURES.map((name) => `trim_scale(sum(s.${name}))::text AS ${name}`).join(', ');
const IS_SOMETHING = MEASURES.map((name) => `sum(s.${name}) <> 0`).join(' OR ');

/** SQL by what is grouped: what was sent, what was paid out, and the name of an account or a code. */
const COLUMNS: Readonly<Record<FigureGroup, readonly [from: string, to: string, name: string]>> = {
  none: ['NULL::int', 'NULL::int[]', "''"],
  from: ['s.from_asset', 'NULL::int[]', "''"],
  to: ['NULL::int', 's.to_assets', "''"],
  pair: ['s.from_asset', 's.to_assets', "''"],
  account: ['NULL::int', 'NULL::int[]', 'b.name'],
  code: ['NULL::int', 'NULL::int[]', "coalesce(c.code, '')"],
};

/**
 * The sums of each group in each period: of whole days of UTC from those, of what is left of a period at its ends from quarters of an
 * hour. Reads no order, however many there are. OFFSET 0 keeps the planner from reading all sums to find those of some days.
 */
export async function readFigureRows(
  client: Queryable,
  { periods, by, assetIds, account, code }: FigureRequest,
  order: FigureOrder,
  most: number,
): Promise<FigureRow[]> {
  const [from, to, name] = COLUMNS[by];
  const sorted = order.by === 'period' ? 'n' : order.by === 'name' ? SORTED_NAME[by] : `sum(s.${order.by})`;
  const { rows } = await client.query<Row>({
    name: `read-figures-${by}-${order.by}-${order.isDescending}`,
    text: `
      WITH period AS (
        SELECT n, a, b, a + (${DAY_S} - a % ${DAY_S}) % ${DAY_S} AS first, b - b % ${DAY_S} AS last
          FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS t (a, b, n)
      ), span AS (
        SELECT n, ${DAY_S} AS size, first AS a, last AS b FROM period WHERE first < last
        UNION ALL SELECT n, ${QUARTER_S}, a, first FROM period WHERE first < last AND a < first
        UNION ALL SELECT n, ${QUARTER_S}, last, b FROM period WHERE first < last AND last < b
        UNION ALL SELECT n, ${QUARTER_S}, a, b FROM period WHERE first >= last
      )
      SELECT p.n - 1 AS period, ${from} AS from_asset, ${to} AS to_assets, ${name} AS name, ${SUMS}
        FROM span p CROSS JOIN LATERAL (
             SELECT * FROM figure_sum f WHERE f.size = p.size AND f.began_at >= p.a AND f.began_at < p.b OFFSET 0) AS s
        JOIN account b ON b.id = s.account_id LEFT JOIN ref_code c ON c.id = s.code_id
       WHERE ($3::int[] IS NULL OR s.from_asset = ANY ($3) OR s.to_assets && $3)
         AND ($4::text IS NULL OR b.name = $4) AND ($5::text IS NULL OR c.code = $5)
       GROUP BY p.n, 2, 3, 4 HAVING ${IS_SOMETHING}
       ORDER BY ${sorted} ${order.isDescending ? 'DESC' : 'ASC'}, p.n DESC, 2, 3, 4 LIMIT $6`,
    values: [
      periods.map((period) => period.from),
      periods.map((period) => period.until),
      assetIds,
      account,
      code,
      most,
    ],
  });
  return rows.map((row) => rowOf(row, periods));
}

const SORTED_NAME: Readonly<Record<FigureGroup, string>> = {
  none: '1',
  from: '2',
  to: '3',
  pair: '2',
  account: '4',
  code: '4',
};

function rowOf({ period, from_asset, to_assets, name, ...sums }: Row, periods: readonly Period[]): FigureRow {
  return {
    ...sums,
    period: periods[Number(period)] as Period,
    from: from_asset,
    to: to_assets ?? [],
    name,
  };
}

/** How many notes wait to be reckoned, and whether orders of before are still looked at: as long as there are any, sums may lack something. */
export async function readBehind(client: Queryable): Promise<{ due: number; isPastDone: boolean }> {
  const { rows } = await client.query<{ due: number; past: number }>({
    name: 'figures-behind',
    text: `SELECT (SELECT count(*) FROM (SELECT 1 FROM figure_due LIMIT 10000) AS d) AS due,
                  (SELECT count(*) FROM figure_past) AS past`,
  });
  return { due: rows[0]?.due ?? 0, isPastDone: (rows[0]?.past ?? 0) === 0 };
}
