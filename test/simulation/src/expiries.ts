import { takeBack } from './congestion.ts';
import { mineOn } from './nature.ts';
import { Random } from './random.ts';
import { apart } from './trials.ts';
import type { SimulatedChain, World } from './world.ts';

/** A payment of ours that expires, and that no block has. */
interface Expiring {
  readonly chain_id: number;
  readonly txid: string;
  readonly bytes: Buffer;
  readonly expires_at: number;
  /** True if somebody has sent it: a miner may still have what its network forgot. */
  readonly is_known: boolean;
}

const MISFORTUNES = ['held back', 'forgotten', 'stalled', 'last block', 'behind'] as const;

/**
 * Where transactions expire: a network takes none of ours for longer than that, forgets one, stands still until it is past
 * by every clock, or takes it with the very last block that may; and its nodes are behind when they are asked.
 */
export class Expiries {
  private readonly world: World;
  private readonly random: Random;

  constructor(world: World) {
    this.world = world;
    this.random = new Random(apart(world.seed + 8));
  }

  async step(): Promise<void> {
    const { chains, clock, log } = this.world;
    const open = await this.open();
    if (open.length === 0 || !this.random.chance(0.5)) return;
    const payment = this.random.pick(open);
    const { txid, expires_at, is_known } = payment;
    const simulated = chains.find(({ chain }) => chain.id === payment.chain_id) as SimulatedChain;
    const { chain, network, congestion, lying } = simulated;
    const what = this.random.pick(MISFORTUNES);
    log.say(`${chain.name}: ${txid.slice(0, 8)} is ${what}, and expires at ${expires_at}`);
    if (what === 'behind') {
      lying.lie = 'old tip';
      lying.until = clock.now() + this.random.between(30, 900);
      return;
    }
    if (what === 'held back') congestion.until = expires_at + this.random.between(1, 300);
    else if (what === 'forgotten') await network.drop(txid);
    clock.advance(Math.max(0, expires_at - clock.now()) + this.random.between(0, 60));
    if (what === 'last block' && is_known) await takeBack(network, [payment.bytes]);
    if (what !== 'stalled') await mineOn(this.world, simulated);
  }

  private async open(): Promise<Expiring[]> {
    const { rows } = await this.world.database.query<Expiring>({
      name: 'simulation-expiring',
      text: `
        SELECT chain_id, txid, bytes, expires_at,
               EXISTS (SELECT 1 FROM sim_tx t WHERE t.chain_id = a.chain_id AND t.txid = a.txid) AS is_known FROM attempt a
         WHERE expires_at IS NOT NULL AND state IN ('signed', 'sent') ORDER BY id`,
    });
    return rows;
  }
}
