import type { Database } from '../../store/database.ts';

/** Of some networks, what is another whenever one has a block or a waiting transaction more or less. */
export async function statesOf(
  database: Database,
  chainIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await database.query<{ chainId: number; state: string }>({
    name: 'sim-states',
    text: `
      SELECT c.id AS "chainId", concat_ws(' ',
             (SELECT b.hash FROM sim_block b WHERE b.chain_id = c.id ORDER BY b.height DESC LIMIT 1),
             (SELECT concat(count(*), ' ', max(t.seq)) FROM sim_tx t WHERE t.chain_id = c.id AND t.state = 'waiting')) AS state
        FROM unnest($1::int[]) AS c (id)`,
    values: [chainIds],
  });
  return new Map(rows.map(({ chainId, state }) => [chainId, state]));
}
