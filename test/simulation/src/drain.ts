import { readHold } from '../../../packages/service/src/engine/hold/hold.ts';
import { PARTS_S } from '../../../packages/service/src/orders/decide.ts';
import { chainsBehind } from './chains-behind.ts';
import type { EngineNode } from './engine-node.ts';
import { clearHalts } from './halts.ts';
import { releaseSwitch } from './kill-switch.ts';
import { coverFees, coverLosses } from './losses.ts';
import { decideLost } from './lost-decisions.ts';
import { mineOn } from './nature.ts';
import { openOrders, stuckTransfers } from './open-orders.ts';
import { redirect, release } from './people.ts';
import { sendDue } from './senders.ts';
import { settlingChains } from './settlements.ts';
import { unbookedStrangers } from './strangers.ts';
import { watchExchanges } from './watch-exchanges.ts';
import type { World } from './world.ts';

/** More than the slowest order needs: a transfer that no block takes for long, a resent payment, its confirmations, a refund on top. */
const MOST_ROUNDS = 400;
const ROUND_S = 31;
/** Until then orders that came undone may be completed again, and settlements wait for them. */
const CALM_ROUNDS = 60;
/** As many blocks as a chain can be ahead. */
const MOST_BEHIND = 600;
/** The longest life of an order and the grace for a block behind it. */
const GRACE_S = 2 * 3_600 + 1;

/** Lets everything come to rest: blocks, time and rounds without any misfortune, until nothing is under way. */
export async function drain(world: World, nodes: readonly EngineNode[]): Promise<void> {
  await sendAll(world);
  // Whoever waits for a transfer that no block takes waits no longer than the grace.
  if (stuckTransfers(world).length > 0) world.clock.advance(GRACE_S);
  // Leases of the dead run out.
  world.clock.advance(ROUND_S);
  await world.published?.publish();
  await catchUp(world, nodes);
  let isReleased = false;
  let wasHeld = false;
  /** Frozen ones too wait a while for a transfer that no block takes. */
  let awaitsParts = stuckTransfers(world).length > 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const busy = await busyChains(world);
    const held = await isHeld(world);
    // One that has just been released has much to do.
    const isQuiet = busy.size === 0 && (await openOrders(world)).length === 0 && !held && !wasHeld;
    wasHeld = held;
    if (isQuiet && isReleased && world.published?.calmDown()) {
      // What was heard and had become too old is decided about now.
      await world.published.publish();
      await world.published.confirm();
      await eachRound(nodes);
      continue;
    }
    if (isQuiet && isReleased) {
      if (!awaitsParts) return;
      awaitsParts = false;
      world.clock.advance(PARTS_S);
      await eachRound(nodes);
    }
    // Those who were held because of what has passed go on.
    isReleased = busy.size === 0 && !(await release(world));
    await world.published?.publish();
    await world.published?.confirm();
    await world.signer?.keep();
    await releaseSwitch(world);
    await clearHalts(world);
    await decideLost(world);
    await redirect(world);
    await world.settlements?.tend(busy.size === 0 || round > CALM_ROUNDS);
    await coverLosses(world);
    await coverFees(world);
    world.clock.advance(ROUND_S);
    for (const chain of world.chains) if (busy.has(chain.chain.id)) await mineOn(world, chain);
    await watchExchanges(world);
    for (const node of nodes) {
      for (const job of node.jobs) {
        if (job.name === 'orders' || held || busy.has(Number(job.name.split(' ')[1]))) await node.round(job);
      }
    }
  }
}

/** A round follows some blocks, and where answers are slow one at least: so many are enough, whoever has the lease. */
async function catchUp(world: World, nodes: readonly EngineNode[]): Promise<void> {
  for (let round = 0; round < MOST_BEHIND; round++) {
    await eachRound(nodes);
    if ((await chainsBehind(world)) === 0) return;
  }
}

async function eachRound(nodes: readonly EngineNode[]): Promise<void> {
  for (const node of nodes) for (const job of node.jobs) await node.round(job);
}

/** Whatever clients still meant to send is sent now. */
async function sendAll(world: World): Promise<void> {
  const due = world.sendings.filter(({ txid }) => txid === null).map(({ dueAt }) => dueAt);
  world.clock.advance(Math.max(0, Math.max(0, ...due) - world.clock.now()));
  await sendDue(world);
}

/** Chains on which something waits for a block, for its confirmations, or to be signed. */
async function busyChains(world: World): Promise<Set<number>> {
  const { database, chains } = world;
  const { rows } = await database.query<{ chain_id: number }>({
    name: 'simulation-busy-chains',
    text: `
      SELECT p.chain_id FROM payout p JOIN orders o ON o.id = p.order_id
       -- What waits on an account for a deposit that is gone does so for good.
       WHERE p.state = 'signed' AND NOT EXISTS (SELECT 1 FROM attempt g WHERE g.payment_id = p.payment_id AND g.state = 'gone')
          OR p.state = 'ready' AND CASE p.reason WHEN 'output' THEN o.status = 3 ELSE NOT EXISTS (
             SELECT 1 FROM deposit d WHERE d.id = p.deposit_id AND d.state = 'gone') END
       -- An order is judged by the time of its chain.
       UNION SELECT a.chain_id FROM orders o JOIN asset a ON a.id = o.asset_id WHERE o.status = 2
       UNION SELECT chain_id FROM attempt WHERE state = 'mined' OR state IN ('signed', 'sent') AND number = 1
       UNION SELECT chain_id FROM deposit WHERE state = 'mined' OR state = 'seen' AND txid <> ALL ($2::text[])
       -- What spends something that was dropped waits in vain; where it is ours and matters, it is counted above.
       UNION SELECT chain_id FROM sim_tx w WHERE state = 'waiting' AND txid <> ALL ($2::text[]) AND NOT EXISTS (
             SELECT 1 FROM unnest(w.spends) AS spend JOIN sim_tx p ON p.txid = split_part(spend, ':', 1)
              WHERE p.chain_id = w.chain_id AND p.state = 'dropped')
       UNION SELECT chain_id FROM unnest($1::int[]) AS t (chain_id)
              WHERE (SELECT max(height) FROM sim_block b WHERE b.chain_id = t.chain_id) IS DISTINCT FROM
                    (SELECT max(height) FROM followed_block f WHERE f.chain_id = t.chain_id)`,
    values: [chains.map(({ chain }) => chain.id), stuckTransfers(world)],
  });
  const taken = (await unbookedStrangers(world)).map(({ chain }) => chain.chain.id);
  return new Set([...rows.map(({ chain_id }) => chain_id), ...taken, ...(await settlingChains(world))]);
}

async function isHeld({ database }: World): Promise<boolean> {
  return (await readHold(database)) !== null;
}
