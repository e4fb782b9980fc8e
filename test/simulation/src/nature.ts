import { doubleSpend, send } from './senders.ts';
import type { World } from './world.ts';

/** A block is mined. */
export async function mine(world: World): Promise<void> {
  const { chain, network } = world.random.pick(world.chains);
  const { height } = await network.mine(world.clock.now());
  world.log.say(`${chain.name} mines ${height}`);
}

/** The newest blocks are replaced by others: most often a few, sometimes more than anyone waits for. */
export async function reorganize(world: World): Promise<void> {
  const { random, clock, log } = world;
  const { chain, network, lying } = random.pick(world.chains);
  const depth = random.pick([1, 1, 2, 3, 5]);
  const { height } = await network.tip();
  // Nobody starts to follow a chain deeper than this: the world begins at its first block.
  const deepest = Math.min(depth, height - 1);
  if (deepest < 1) return;
  lying.oldFork.clear();
  for (let n = height - deepest + 1; n <= height; n++) {
    const block = await network.block(n);
    if (block !== null) lying.oldFork.set(n, block);
  }
  lying.deepest = Math.max(lying.deepest, deepest);
  await network.reorganize(deepest, clock.now());
  log.say(`${chain.name} loses its last ${deepest} blocks`);
}

/** Something that waits for a block is dropped: a client's transfer or one of our payments. */
export async function drop(world: World): Promise<void> {
  const { random, log } = world;
  const { chain, network } = random.pick(world.chains);
  const waiting = await network.mempool();
  if (waiting.length === 0) return;
  const { txid } = random.pick(waiting);
  // The treasury's own funds stay: without them there would be nothing to simulate.
  if (
    waiting.some(
      (each) =>
        each.txid === txid &&
        each.transfers.some(({ address }) => address.startsWith('treasury')) &&
        each.sources.includes('faucet'),
    )
  )
    return;
  await network.drop(txid);
  log.say(`${chain.name} drops ${txid.slice(0, 8)}`);
}

/** A client spends what a transfer of theirs spends in another way, or sends a dropped one again. */
export async function meddle(world: World): Promise<void> {
  const { random, log } = world;
  const sent = world.sendings.filter(({ txid }) => txid !== null);
  if (sent.length === 0) return;
  const sending = random.pick(sent);
  if (random.chance(0.5)) {
    if (await doubleSpend(sending)) log.say(`${sending.salt} is spent otherwise`);
  } else {
    await send(sending);
    log.say(`${sending.salt} is sent again`);
  }
}
