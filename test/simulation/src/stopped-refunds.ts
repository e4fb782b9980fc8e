import { releaseDeposit } from '../../../packages/service/src/acts/release-deposit.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { tried } from './people.ts';
import type { World } from './world.ts';

/**
 * An operator reads why payouts wait. Where it says so, what screening stopped and is given back by the treasury is released, so
 * that it is brought in: on chains where it lies on an address from which nobody is paid. Elsewhere it goes back by itself.
 */
export async function releaseStopped(world: World): Promise<void> {
  const { database, chains, log } = world;
  const swept = chains.filter(({ chain }) => chain.spending === 'account' && chain.needsSweeping);
  const { rows } = await database.query<{ id: number }>({
    name: 'simulation-stopped-refunds',
    text: `
      SELECT d.id FROM deposit d
       WHERE d.chain_id = ANY ($1::int[]) AND d.quarantined_at > 0 AND d.use = 'refund' AND EXISTS (
             SELECT 1 FROM payout p WHERE p.chain_id = d.chain_id AND p.state = 'ready' AND p.waits_why LIKE '%deposit release%')
       ORDER BY d.id`,
    values: [swept.map(({ chain }) => chain.id)],
  });
  for (const { id } of rows) {
    const outcome = await tried(() =>
      transaction(database, async (client) => {
        await releaseDeposit(client, id, 'payouts wait for it');
        return 'done';
      }),
    );
    log.say(`an operator releases deposit ${id}: ${outcome}`);
  }
}
