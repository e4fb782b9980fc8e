import { resumeSigning, stopSigning } from '../../../packages/service/src/engine/hold/signing-switch.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { tried } from './people.ts';
import type { World } from './world.ts';

/** An operator pulls the kill switch at any moment, and releases it some time later: in between nothing is signed. */
export class KillSwitch {
  private readonly world: World;
  /** What there was when it was pulled; null while it is not. */
  private pulled: { readonly payments: readonly string[]; readonly isAnybodyAtIt: boolean } | null = null;

  constructor(world: World) {
    this.world = world;
  }

  async step(): Promise<void> {
    const { fate } = this.world;
    if (this.pulled === null) {
      if (fate.chance(0.05)) await this.pull();
      return;
    }
    await this.watch();
    if (fate.chance(0.15)) await this.release();
  }

  async release(): Promise<void> {
    const { database, log } = this.world;
    if (this.pulled === null) return;
    const outcome = await tried(() =>
      transaction(database, async (client) => ((await resumeSigning(client)) ? 'done' : 'not stopped')),
    );
    log.say(`an operator releases the switch: ${outcome}`);
    if (outcome !== 'busy') this.pulled = null;
  }

  /** Whoever is storing something this moment is waited for: then it is tried again. */
  private async pull(): Promise<void> {
    const { database, clock, log, nodes } = this.world;
    const outcome = await tried(() =>
      transaction(database, async (client) => {
        await stopSigning(client, 'a test', clock.now());
        return 'done';
      }),
    );
    log.say(`an operator pulls the switch: ${outcome}`);
    if (outcome !== 'done') return;
    const isAnybodyAtIt = nodes.some(({ process }) => process.isPaused);
    this.pulled = { payments: await this.known(isAnybodyAtIt), isAnybodyAtIt };
  }

  /** Nothing new is stored; and nothing is sent for the first time, unless somebody was about to. */
  private async watch(): Promise<void> {
    const { findings } = this.world;
    if (this.pulled === null) return;
    const { payments, isAnybodyAtIt } = this.pulled;
    const now = await this.known(isAnybodyAtIt);
    for (const each of now) {
      if (!payments.includes(each)) findings.push(`switch: ${each} while the kill switch was pulled`);
    }
    this.pulled = { payments: now, isAnybodyAtIt };
  }

  private async known(isAnybodyAtIt: boolean): Promise<string[]> {
    const { rows } = await this.world.database.query<{ what: string }>({
      name: 'simulation-signed',
      text: `
        SELECT format('payment %s of chain %s was signed', txid, chain_id) AS what FROM payment
         UNION ALL
        SELECT format('%s of chain %s was sent', t.txid, t.chain_id) FROM sim_tx t
          JOIN payment p ON p.chain_id = t.chain_id AND p.txid = t.txid WHERE NOT $1`,
      values: [isAnybodyAtIt],
    });
    return rows.map(({ what }) => what);
  }
}
