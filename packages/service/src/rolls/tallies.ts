/**
 * The SQL that counts by tallies. Members are counted per facet in blocks of 64, of 4,096 and of 262,144; changes that
 * are not folded in yet are in roll_delta. Counting adds up a few dozen rows of each level, however long the roll is.
 *
 * The texts below use $1 for the roll. What they are given is SQL of ours too, never input.
 */

/** How many bits of a position a block of each level leaves out. */
export const LEVEL_BITS = [6, 12, 18] as const;
const [SMALLEST] = LEVEL_BITS;

/** The first position of the smallest block that holds this position. */
export function blockStart(position: string): string {
  return `((${position} >> ${SMALLEST}) << ${SMALLEST})`;
}

/** The sum over all members with a facet in the blocks before the one that holds this position. */
export function sumBefore(column: 'members' | 'amount', facet: string, position: string): string {
  const levels = LEVEL_BITS.map((bits, level) => {
    const above = LEVEL_BITS[level + 1];
    const inBlockAbove =
      above === undefined ? '' : `AND t.block >= (${position} >> ${above}) << ${above - bits}`;
    return `
        SELECT t.${column} FROM roll_tally t WHERE t.roll_id = $1 AND t.facet = ${facet} AND t.level = ${level}
           AND t.block < ${position} >> ${bits} ${inBlockAbove}`;
  });
  const deltas = `
        SELECT d.${column} FROM roll_delta d WHERE d.roll_id = $1 AND d.facet = ${facet}
           AND d.position < ${blockStart(position)}`;
  return `(SELECT coalesce(sum(part.${column}), 0) FROM (${[...levels, deltas].join(' UNION ALL ')}) AS part)`;
}

/**
 * Two columns, one row: the first position of the block that holds the member of a rank (from 0) among those with a
 * facet, and how many of them stand before it. No row if there is no such member.
 */
export function blockOfRank(facet: string, rank: string): string {
  const top = LEVEL_BITS.length - 1;
  const ctes = LEVEL_BITS.map((_, n) => `hit_${top - n} AS (${hit(top - n, facet, rank)})`);
  return `WITH ${ctes.join(', ')} SELECT block << ${SMALLEST} AS start, before FROM hit_0`;
}

/** The block of a level with the rank in it: the first whose running sum goes beyond the rank. */
function hit(level: number, facet: string, rank: string): string {
  const bits = LEVEL_BITS[level] as number;
  const above = LEVEL_BITS[level + 1];
  const isTop = above === undefined;
  const parent = `hit_${level + 1}`;
  const fromParent = isTop ? '' : `, ${parent} AS parent`;
  const inParent = (block: string) =>
    isTop
      ? ''
      : `AND ${block} >= parent.block << ${above - bits} AND ${block} < (parent.block + 1) << ${above - bits}`;
  return `
      SELECT block, upto - members AS before FROM (
        SELECT block, members,
               sum(members) OVER (ORDER BY block) ${isTop ? '' : `+ (SELECT before FROM ${parent})`} AS upto
          FROM (
            SELECT block, sum(members) AS members FROM (
              SELECT t.block, t.members FROM roll_tally t${fromParent}
               WHERE t.roll_id = $1 AND t.facet = ${facet} AND t.level = ${level} ${inParent('t.block')}
              UNION ALL
              SELECT d.position >> ${bits}, d.members FROM roll_delta d${fromParent}
               WHERE d.roll_id = $1 AND d.facet = ${facet} ${inParent(`(d.position >> ${bits})`)}
            ) AS part GROUP BY block
          ) AS counted
      ) AS running WHERE upto > ${rank} ORDER BY block LIMIT 1`;
}
