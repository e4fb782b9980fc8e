import type { Transaction } from '../../../packages/service/src/chains/chain.ts';
import { STRANGER } from './strangers.ts';
import type { SimulatedChain, World } from './world.ts';

/** A block of ours deeper than this is left alone. */
const DEEPEST = 6;

/** The newest blocks are replaced by others: most often a few, sometimes more than anyone waits for. */
export async function reorganize(world: World): Promise<void> {
  const { random, clock, log } = world;
  const struck = random.chance(0.6) ? await newestPayment(world) : null;
  const simulated = struck?.simulated ?? random.pick(world.chains);
  const { chain, network, lying, record } = simulated;
  const depth = struck?.depth ?? random.pick([1, 1, 2, 3, 5]);
  const { height } = await network.tip();
  // Nobody starts to follow a chain deeper than this: the world begins at its first block.
  // Where transactions expire, what is final is: else nobody could ever tell that one has, or what a nonce account holds.
  const undoable = isFinal(simulated) ? chain.confirmations - 1 : depth;
  const deepest = Math.min(depth, height - 1, undoable);
  if (deepest < 1) return;
  lying.oldFork.clear();
  for (let n = height - deepest + 1; n <= height; n++) {
    const block = await network.block(n);
    if (block === null) continue;
    lying.oldFork.set(n, block);
    for (const { txid } of block.transactions) {
      const before = record.minedBefore.get(txid) ?? block.minedAt;
      record.minedBefore.set(txid, Math.min(before, block.minedAt));
    }
  }
  record.deepest = Math.max(record.deepest, deepest);
  record.highest = Math.max(record.highest, height + 1);
  await network.reorganize(deepest, clock.now());
  log.say(`${chain.name} loses its last ${deepest} blocks`);
  if (random.chance(0.6)) await forget(world, simulated);
}

function isFinal({ chain }: SimulatedChain): boolean {
  return chain.spending === 'account' && chain.excluding !== 'nonce';
}

/** Where the newest payment of ours is in a block, and how many blocks must go for it to go; null if too many. */
async function newestPayment({
  random,
  database,
  chains,
}: World): Promise<{ simulated: SimulatedChain; depth: number } | null> {
  const { rows } = await database.query<{ chain_id: number; depth: number }>({
    name: 'simulation-newest-payments',
    text: `
      SELECT chain_id, (SELECT max(height) FROM sim_block b WHERE b.chain_id = t.chain_id) - max(height) + 1 AS depth
        FROM sim_tx t WHERE state = 'mined' AND NOT 'faucet' = ANY (sources) GROUP BY chain_id ORDER BY chain_id`,
  });
  const near = rows.filter(({ depth }) => depth <= DEEPEST);
  if (near.length === 0) return null;
  const { chain_id, depth } = random.pick(near);
  return { simulated: chains.find(({ chain }) => chain.id === chain_id) as SimulatedChain, depth };
}

/** The network does not mine again what was in the blocks that are gone: whoever sent it has to send it again. */
async function forget({ log }: World, { chain, network, lying }: SimulatedChain): Promise<void> {
  for (const transaction of [...lying.oldFork.values()].flatMap(({ transactions }) => transactions)) {
    if (isFunding(transaction) || (await isNeeded(transaction))) continue;
    if (await network.drop(transaction.txid))
      log.say(`${chain.name} forgets ${transaction.txid.slice(0, 8)}`);
  }

  /** What a client sent and we have spent is missed by a payment that nobody could ever mine. */
  async function isNeeded({ txid, sources, transfers }: Transaction): Promise<boolean> {
    if (!sources.includes('faucet')) return false;
    for (const { index } of transfers) if (await network.isSpent(`${txid}:${index}`)) return true;
    return false;
  }
}

/** The treasury's own funds stay: without them there would be nothing to simulate. So does what an operator has decided. */
export function isFunding({ sources, transfers }: Transaction): boolean {
  if (transfers.some(({ address }) => address.startsWith(STRANGER))) return true;
  return sources.includes('faucet') && transfers.some(({ address }) => address.startsWith('treasury'));
}
