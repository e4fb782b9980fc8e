import type { Asset } from '../../../packages/service/src/catalog/catalogue.ts';
import { failTransaction } from '../../../packages/service/src/chains/sim/fail-transaction.ts';
import { Random } from './random.ts';
import { apart } from './trials.ts';
import type { SimulatedChain, World } from './world.ts';

interface Waiting {
  readonly chain_id: number;
  readonly txid: string;
  readonly purpose: string;
}

/** A payment of ours gets into a block and comes to nothing: its nonce and its fee are gone, and nobody was paid. */
export class Failures {
  private readonly world: World;
  private readonly random: Random;

  constructor(world: World) {
    this.world = world;
    this.random = new Random(apart(world.seed + 3));
  }

  async step(): Promise<void> {
    const { database, chains, log } = this.world;
    if (!this.random.chance(0.3)) return;
    // To pay oneself nothing, as a cancel does, cannot fail.
    const { rows } = await database.query<Waiting>({
      name: 'simulation-may-fail',
      text: `
        SELECT a.chain_id, a.txid, p.purpose FROM attempt a JOIN payment p ON p.id = a.payment_id
          JOIN sim_tx t ON t.chain_id = a.chain_id AND t.txid = a.txid
         WHERE t.state = 'waiting' AND p.source IS NOT NULL AND NOT a.is_cancel
           AND p.purpose IN ('payouts', 'sweep', 'top-up', 'nonce accounts') ORDER BY a.id`,
    });
    if (rows.length === 0) return;
    const { chain_id, txid, purpose } = this.random.pick(rows);
    const { chain, network, assets } = chains.find((each) => each.chain.id === chain_id) as SimulatedChain;
    const native = assets.find(({ contract }) => contract === null) as Asset;
    if (await failTransaction(network, txid, native.id))
      log.say(`${chain.name} will take ${txid.slice(0, 8)} (${purpose}) and it will fail`);
  }
}
