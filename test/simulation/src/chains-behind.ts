import type { World } from './world.ts';

/** How many chains have blocks that have not been followed. */
export async function chainsBehind({ database, chains }: World): Promise<number> {
  const { rowCount } = await database.query({
    name: 'simulation-behind',
    text: `
      SELECT 1 FROM unnest($1::int[]) AS t (chain_id)
       WHERE (SELECT max(height) FROM sim_block b WHERE b.chain_id = t.chain_id) IS DISTINCT FROM
             (SELECT max(height) FROM followed_block f WHERE f.chain_id = t.chain_id)`,
    values: [chains.map(({ chain }) => chain.id)],
  });
  return rowCount ?? 0;
}
