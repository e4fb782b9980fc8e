import { Rejected } from '../../../packages/service/src/chains/chain.ts';
import type { SimNetwork } from '../../../packages/service/src/chains/sim/sim-network.ts';
import { mineOn } from './nature.ts';
import { cancelPayment } from './people.ts';
import { type Sending, send } from './senders.ts';
import type { SimulatedChain, World } from './world.ts';

/** A payment of ours that the network knows. */
interface KnownPayment {
  readonly id: number;
  readonly chain_id: number;
  readonly txid: string;
  readonly bytes: Buffer;
}

/** Longer than the engine waits before it tries a higher fee. */
const LONG_S = 620;

/** A chain on which a payment of ours waits becomes too dear for it, for longer than anyone is patient. */
export async function congest(world: World): Promise<void> {
  const { random, clock, log } = world;
  const waiting = await waitingPayments(world);
  if (waiting.length === 0) return;
  const { id, chain_id } = random.pick(waiting);
  const { chain, congestion } = chainOf(world, chain_id);
  clock.advance(LONG_S);
  congestion.until = clock.now() + random.between(0, 2 * LONG_S);
  log.say(`${chain.name} is congested`);
  if (random.chance(0.5)) log.say(`an operator cancels payment ${id}: ${await cancelPayment(world, id)}`);
}

/** A miner who has not heard of a replacement mines the payment that it replaces. */
export async function mineReplaced(world: World): Promise<void> {
  const { random, database, log } = world;
  const { rows } = await database.query<KnownPayment & { newer: string[] }>({
    name: 'simulation-replaced',
    text: `
      SELECT p.id, p.chain_id, p.txid, p.bytes, array_agg(r.txid ORDER BY r.id) AS newer
        FROM attempt p JOIN attempt r ON r.payment_id = p.id AND r.number > 1 JOIN sim_tx t ON t.chain_id = r.chain_id AND t.txid = r.txid
       WHERE p.state = 'sent' AND t.state = 'waiting' GROUP BY p.id ORDER BY p.id`,
  });
  if (rows.length === 0) return;
  const { chain_id, txid, bytes, newer } = random.pick(rows);
  const simulated = chainOf(world, chain_id);
  for (const replacement of newer) await simulated.network.drop(replacement);
  await takeBack(simulated.network, [bytes]);
  simulated.congestion.until = 0;
  log.say(`${simulated.chain.name} takes ${txid.slice(0, 8)}, which was replaced`);
  await mineOn(world, simulated);
}

/** Takes what pays too little away from a chain before it mines. Returns how to give it back: miners still know it. */
export async function holdBack(world: World, simulated: SimulatedChain): Promise<() => Promise<void>> {
  const { chain, network, congestion } = simulated;
  const now = world.clock.now();
  const payments = now < congestion.until ? await waitingPayments(world) : [];
  const ours = payments.filter(({ chain_id }) => chain_id === chain.id);
  for (const { txid } of ours) await network.drop(txid);
  const stuck: Sending[] = [];
  for (const sending of world.sendings) {
    if (sending.chain !== simulated || sending.txid === null || now >= sending.stuckUntil) continue;
    if (await network.drop(sending.txid)) stuck.push(sending);
  }
  return async () => {
    await takeBack(
      network,
      ours.map(({ bytes }) => bytes),
    );
    for (const sending of stuck) await send(sending);
  };
}

/** Gives bytes to the network; what is spent by now is refused. */
export async function takeBack(network: SimNetwork, held: readonly Buffer[]): Promise<void> {
  for (const bytes of held) {
    await network.submit(bytes).catch((error: unknown) => {
      if (!(error instanceof Rejected)) throw error;
    });
  }
}

async function waitingPayments({ database }: World): Promise<KnownPayment[]> {
  const { rows } = await database.query<KnownPayment>({
    name: 'simulation-waiting-payments',
    text: `
      SELECT p.id, p.chain_id, p.txid, p.bytes FROM attempt p JOIN sim_tx t ON t.chain_id = p.chain_id AND t.txid = p.txid
       WHERE t.state = 'waiting' ORDER BY p.id`,
  });
  return rows;
}

function chainOf({ chains }: World, id: number): SimulatedChain {
  return chains.find(({ chain }) => chain.id === id) as SimulatedChain;
}
