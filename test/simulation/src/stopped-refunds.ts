import { cancelPayment } from './people.ts';
import { Random } from './random.ts';
import { apart } from './trials.ts';
import type { SimulatedChain, World } from './world.ts';

interface Waiting {
  readonly id: number;
  readonly payment_id: number;
  readonly chain_id: number;
}

/** Longer than the engine waits before it tries a higher fee. */
const LONG_S = 620;

/** Where much is stopped: no block takes what gives some of it back, and an operator wants that to be cancelled. */
export class StoppedRefunds {
  private readonly world: World;
  private readonly random: Random;
  private readonly tried = new Set<number>();

  constructor(world: World) {
    this.world = world;
    this.random = new Random(apart(world.seed + 14));
  }

  async step(): Promise<void> {
    const { database, chains, clock, log } = this.world;
    const { rows } = await database.query<Waiting>({
      name: 'simulation-stopped-refunds',
      text: `
        SELECT a.id, a.payment_id, a.chain_id FROM attempt a JOIN payout o ON o.payment_id = a.payment_id JOIN deposit d ON d.id = o.deposit_id
          JOIN sim_tx t ON t.chain_id = a.chain_id AND t.txid = a.txid
         WHERE d.quarantined_at > 0 AND o.reason = 'refund' AND t.state = 'waiting' AND a.payment_id <> ALL ($1) ORDER BY a.id`,
      values: [[...this.tried]],
    });
    if (rows.length === 0) return;
    const { id, payment_id, chain_id } = this.random.pick(rows);
    this.tried.add(payment_id);
    const { chain, congestion } = chains.find((each) => each.chain.id === chain_id) as SimulatedChain;
    clock.advance(LONG_S);
    congestion.until = clock.now() + this.random.between(0, LONG_S);
    const outcome = await cancelPayment(this.world, id);
    log.say(`${chain.name} is congested, and an operator cancels what gives back stopped coins: ${outcome}`);
  }
}
