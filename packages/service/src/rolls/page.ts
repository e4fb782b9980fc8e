import type { Queryable } from '../store/database.ts';
import { tryAgain } from '../store/try-again.ts';
import { blockOfRank, blockStart, sumBefore } from './tallies.ts';

/** Where the members of a roll are stored. All of it is SQL of ours, never input. */
export interface RollTable {
  readonly table: string;
  /** Column that says whose roll it is. */
  readonly owner: string;
  readonly position: string;
  /** Column that can be filtered by; the roll's tallies count its values. */
  readonly facet: string;
  /** What the tallies sum up; null if nothing. */
  readonly amount: string | null;
  /** Selects what a page shows of its members, aliased m, among them the position; more tables may be joined. */
  readonly select: string;
}

export interface PageRequest {
  readonly rollId: number;
  readonly ownerId: number;
  readonly facet: number | null;
  /** Unix seconds, inclusive; null for all. */
  readonly createdStart: number | null;
  /** Unix seconds, exclusive; null for all. */
  readonly createdEnd: number | null;
  readonly newestFirst: boolean;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** The members on one page, and what there is on all pages. */
export interface RollPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Exact decimal text. */
  readonly totalAmount: string;
}

/**
 * Finds a page of a roll without walking to it. Without a facet a page is a range of positions. With one, the
 * tallies tell in which block the page begins; from there the index by facet gives it. Either way the cost does
 * not depend on how long the roll is. One statement, so one moment in time.
 */
export async function findPage<Row>(
  database: Queryable,
  members: RollTable,
  request: PageRequest,
): Promise<RollPage<Row>> {
  const { facet, page, pageSize, newestFirst } = request;
  const { owner, position } = members;
  const direction = newestFirst ? 'DESC' : 'ASC';
  const statement = {
    name: `page-${members.table}-${owner}-${facet === null ? 'all' : 'facet'}-${direction}`,
    text: `
      SELECT page.total, page.total_amount, member.*
        FROM (${facet === null ? pageOfAll(members, newestFirst) : pageOfFacet(members, newestFirst)}) AS page
        -- One look-up per position, whatever the planner knows of the table.
        LEFT JOIN LATERAL unnest(page.positions) AS place (at) ON true
        LEFT JOIN LATERAL (
          ${members.select} WHERE m.${owner} = $2 AND m.${position} = place.at
        ) AS member ON true
       ORDER BY member.${position} ${direction}`,
    values: [
      request.rollId,
      request.ownerId,
      request.createdStart,
      request.createdEnd,
      // Beyond any roll, yet within what a bigint can hold.
      Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER - pageSize),
      pageSize,
      ...(facet === null ? [] : [facet]),
    ],
  };
  const { rows } = await tryAgain(() => database.query<Row & Totals>(statement));

  const [first] = rows;
  const isEmpty = (first as Record<string, unknown> | undefined)?.[position] === null;
  return { rows: isEmpty ? [] : rows, total: first?.total ?? 0, totalAmount: first?.total_amount ?? '0' };
}

interface Totals {
  readonly total: number;
  readonly total_amount: string;
}

/** $1 roll, $2 owner, $3 created from, $4 created before, $5 offset, $6 page size. Positions low (incl.) to high (excl.). */
function bounds({ table, owner, position }: RollTable): string {
  const firstSince = (time: string) => `
      (SELECT m.${position} FROM ${table} m WHERE m.${owner} = $2 AND m.created_at >= ${time}
        ORDER BY m.created_at, m.${position} LIMIT 1)`;
  return `
    the_roll AS MATERIALIZED (
      SELECT length FROM roll WHERE id = $1
    ), bounds AS MATERIALIZED (
      SELECT CASE WHEN $3::bigint IS NULL THEN 0 ELSE coalesce(${firstSince('$3')}, length) END AS low,
             CASE WHEN $4::bigint IS NULL THEN length ELSE coalesce(${firstSince('$4')}, length) END AS high
        FROM the_roll
    )`;
}

/** Without a facet: positions are counted, not members. Amounts are summed over all facets. */
function pageOfAll(members: RollTable, newestFirst: boolean): string {
  const range = newestFirst
    ? 'generate_series(high - 1 - $5::bigint, greatest(low, high - $5::bigint - $6::bigint), -1)'
    : 'generate_series(low + $5::bigint, least(high, low + $5::bigint + $6::bigint) - 1)';
  return `
    WITH ${bounds(members)}
    SELECT ARRAY(SELECT ${range}) AS positions, greatest(high - low, 0) AS total,
           ${members.amount === null ? '0' : amountsBetween(members, 'ANY (ARRAY[1, 2]::smallint[])')} AS total_amount
      FROM bounds`;
}

/** With a facet ($7): ranks among its members are turned into positions by the tallies. */
function pageOfFacet(members: RollTable, newestFirst: boolean): string {
  const { table, owner, position, facet } = members;
  const isMember = `m.${owner} = $2 AND m.${facet} = $7::smallint`;
  const below = (bound: string) => `
      ${sumBefore('members', '$7::smallint', bound)}::bigint
      + (SELECT count(*) FROM ${table} m
          WHERE ${isMember} AND m.${position} >= ${blockStart(bound)} AND m.${position} < ${bound})`;
  // Ranks of the page, first (incl.) to last (excl.), counted upwards from the oldest member.
  const first = newestFirst
    ? 'greatest(from_rank, to_rank - $5::bigint - $6::bigint)'
    : 'from_rank + $5::bigint';
  const beyond = newestFirst ? 'to_rank - $5::bigint' : 'least(to_rank, from_rank + $5::bigint + $6::bigint)';
  return `
    WITH ${bounds(members)}, ranks AS MATERIALIZED (
      SELECT low, high, ${below('low')} AS from_rank, ${below('high')} AS to_rank FROM bounds
    ), page AS MATERIALIZED (
      SELECT ${first} AS first_rank, ${beyond} - (${first}) AS size FROM ranks
    ), start AS MATERIALIZED (
      SELECT block.start, first_rank - block.before AS skip, size
        FROM page, LATERAL (${blockOfRank('$7::smallint', 'page.first_rank')}) AS block
       WHERE size > 0
    ), found AS MATERIALIZED (
      SELECT m.${position} AS position FROM start, LATERAL (
        SELECT m.${position} FROM ${table} m WHERE ${isMember} AND m.${position} >= start.start
         ORDER BY m.${position} OFFSET start.skip LIMIT start.size) m
    )
    SELECT ARRAY(SELECT position FROM found) AS positions,
           greatest(to_rank - from_rank, 0) AS total,
           ${members.amount === null ? '0' : amountsBetween(members, '$7::smallint')} AS total_amount
      FROM ranks`;
}

/** The amounts of the members with these facets from low to high: tallies of whole blocks, rows at the edges. */
function amountsBetween({ table, owner, position, facet, amount }: RollTable, facets: string): string {
  const below = (bound: string) => `
      ${sumBefore('amount', facets, bound)}
      + (SELECT coalesce(sum(m.${amount}), 0) FROM ${table} m
          WHERE m.${owner} = $2 AND m.${facet} = ${facets}
            AND m.${position} >= ${blockStart(bound)} AND m.${position} < ${bound})`;
  return `CASE WHEN low < high THEN ${below('high')} - (${below('low')}) ELSE 0 END`;
}
