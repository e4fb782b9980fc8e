import type { World } from './world.ts';

/** Looks, while things happen, whether anything counts that has never been deep enough. */
export async function watchDepth({ database, chains, findings }: World): Promise<void> {
  const { rows } = await database.query<{ what: string; id: number; height: number }>({
    name: 'simulation-depth',
    text: `
      SELECT what, found.id, found.height FROM unnest($1::int[], $2::int[]) AS deep (chain_id, height) JOIN (
             SELECT 'deposit' AS what, id, chain_id, height FROM deposit WHERE state = 'confirmed'
              UNION ALL SELECT 'payment', id, chain_id, height FROM attempt WHERE state = 'confirmed') AS found
          ON found.chain_id = deep.chain_id AND found.height > deep.height`,
    values: [
      chains.map(({ chain }) => chain.id),
      chains.map(({ chain, record }) => record.highest - chain.confirmations + 1),
    ],
  });
  findings.push(
    ...rows.map(({ what, id, height }) => `depth: ${what} ${id} of block ${height} counts too early`),
  );
}
