import type { World } from './world.ts';

const IS_BEHIND = `
  (SELECT max(height) FROM sim_block b WHERE b.chain_id = t.chain_id) IS DISTINCT FROM
  (SELECT max(height) FROM followed_block f WHERE f.chain_id = t.chain_id)`;

/** How many chains have blocks that have not been followed. */
export async function chainsBehind({ database, chains }: World): Promise<number> {
  const { rowCount } = await database.query({
    name: 'simulation-behind',
    text: `SELECT 1 FROM unnest($1::int[]) AS t (chain_id) WHERE ${IS_BEHIND}`,
    values: [chains.map(({ chain }) => chain.id)],
  });
  return rowCount ?? 0;
}

/** How many of them will be followed by themselves: none that waits for an operator to decide about what its next block has. */
export async function chainsMovingOn({ database, chains }: World): Promise<number> {
  const { rowCount } = await database.query({
    name: 'simulation-moving-on',
    text: `
      SELECT 1 FROM unnest($1::int[]) AS t (chain_id)
       WHERE ${IS_BEHIND} AND NOT EXISTS (
             SELECT 1 FROM lost_payment l WHERE l.chain_id = t.chain_id AND l.is_seen AND NOT l.is_passed AND NOT l.is_kept AND l.obstacle <> '')`,
    values: [chains.map(({ chain }) => chain.id)],
  });
  return rowCount ?? 0;
}
