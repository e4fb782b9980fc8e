import { holdBack } from './congestion.ts';
import { isFunding } from './reorganisation.ts';
import { doubleSpend, send } from './senders.ts';
import type { SimulatedChain, World } from './world.ts';

/** A block is mined, on some chain. */
export async function mine(world: World): Promise<void> {
  await mineOn(world, world.random.pick(world.chains));
}

/** A block is mined on this chain. */
export async function mineOn(world: World, simulated: SimulatedChain, isTold = true): Promise<void> {
  const { chain, network, record } = simulated;
  const giveBack = await holdBack(world, simulated);
  const { height } = await network.mine(world.clock.now());
  await giveBack();
  record.highest = Math.max(record.highest, height);
  if (isTold) world.log.say(`${chain.name} mines ${height}`);
}

/** A chain goes far ahead of whoever follows it. */
export async function mineMany(world: World): Promise<void> {
  const { random, log } = world;
  const simulated = random.pick(world.chains);
  const blocks = random.between(20, 70);
  for (let n = 0; n < blocks; n++) await mineOn(world, simulated, false);
  log.say(`${simulated.chain.name} mines ${blocks} more`);
}

/** A network asks for more than was charged, for a while. */
export async function spike({ random, chains, clock, log }: World): Promise<void> {
  const { chain, spike: fees } = random.pick(chains);
  fees.times = BigInt(random.between(2, 9));
  fees.until = clock.now() + random.between(30, 900);
  log.say(`${chain.name} asks for ${fees.times} times the usual fee`);
}

/** Something that waits for a block is dropped: a client's transfer or one of our payments. */
export async function drop(world: World): Promise<void> {
  const { random, log } = world;
  const { chain, network } = random.pick(world.chains);
  const waiting = await network.mempool();
  if (waiting.length === 0) return;
  const dropped = random.pick(waiting);
  if (isFunding(dropped)) return;
  await network.drop(dropped.txid);
  log.say(`${chain.name} drops ${dropped.txid.slice(0, 8)}`);
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
