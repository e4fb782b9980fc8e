import type { EngineNode } from './engine-node.ts';
import { release } from './people.ts';
import { sendDue } from './senders.ts';
import type { World } from './world.ts';

/** More than the slowest order needs: a resent payment, its confirmations, a refund on top. */
const MOST_ROUNDS = 60;
const ROUND_S = 31;

/** Lets everything come to rest: blocks, time and rounds without any misfortune, until nothing is under way. */
export async function drain(world: World, [node, idle]: readonly EngineNode[]): Promise<void> {
  await sendAll(world);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    world.clock.advance(ROUND_S);
    for (const { network } of world.chains) await network.mine(world.clock.now());
    // Leases of the dead and of the other node run out: one node is enough.
    for (const work of node?.works ?? []) await node?.round(work);
    if (await isQuiet(world)) {
      // Those who were held because of what has passed go on.
      await release(world);
      for (const work of node?.works ?? []) await node?.round(work);
      if (await isQuiet(world)) return;
    }
  }
  for (const work of idle?.works ?? []) await idle?.round(work);
}

/** Whatever clients still meant to send is sent now. */
async function sendAll(world: World): Promise<void> {
  const due = world.sendings.filter(({ txid }) => txid === null).map(({ dueAt }) => dueAt);
  world.clock.advance(Math.max(0, Math.max(0, ...due) - world.clock.now()));
  await sendDue(world);
}

/** Nothing waits for a block, for a signature or for a decision that the engine makes by itself. */
async function isQuiet({ database, chains }: World): Promise<boolean> {
  const { rows } = await database.query<{ busy: boolean }>({
    name: 'simulation-is-quiet',
    text: `
      SELECT EXISTS (SELECT 1 FROM payout p WHERE state = 'signed' OR state = 'ready' AND NOT EXISTS (
                     SELECT 1 FROM deposit d WHERE p.purpose = 'refund' AND d.id = p.part AND d.state = 'gone'))
          OR EXISTS (SELECT 1 FROM payment WHERE state IN ('mined') OR state IN ('signed', 'sent') AND replaces IS NULL)
          OR EXISTS (SELECT 1 FROM deposit WHERE state IN ('seen', 'mined'))
          OR EXISTS (SELECT 1 FROM sim_tx WHERE state = 'waiting')
          OR EXISTS (SELECT 1 FROM orders WHERE status IN (2, 3))
          OR (SELECT count(*) FROM unnest($1::int[]) AS t (chain_id) WHERE
               (SELECT max(height) FROM sim_block b WHERE b.chain_id = t.chain_id)
                 IS DISTINCT FROM (SELECT max(height) FROM followed_block f WHERE f.chain_id = t.chain_id)) > 0
          AS busy`,
    values: [chains.map(({ chain }) => chain.id)],
  });
  return rows[0]?.busy === false;
}
