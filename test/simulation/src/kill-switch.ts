import {
  resumeSigning,
  signingStop,
  stopSigning,
} from '../../../packages/service/src/engine/hold/signing-switch.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { tried } from './people.ts';
import type { World } from './world.ts';

/** What is known of a switch that is pulled. */
interface Pulled {
  /** What had been signed or sent by then. */
  readonly done: ReadonlySet<string>;
  /** True if somebody may have been about to send. */
  readonly isAnybodyAtIt: boolean;
  /** True if a machine has noted it: then it holds whatever becomes of the store. */
  isNoted: boolean;
}

/** An operator pulls the kill switch at any moment, and releases it some time later: in between nothing is signed. */
export class KillSwitch {
  private readonly world: World;
  private pulled: Pulled | null = null;
  private isForLong = false;

  constructor(world: World) {
    this.world = world;
  }

  /** More often where the store will have forgotten it; and then for long: the desk is held at first. */
  async step(willForget: boolean): Promise<void> {
    const { luck } = this.world;
    await this.watch();
    if (this.pulled === null) {
      if (!luck.chance(willForget ? 0.2 : 0.05)) return;
      await this.pull();
      this.isForLong = willForget;
    } else if (luck.chance(this.isForLong ? 0.005 : 0.15) && (await releaseSwitch(this.world)))
      this.pulled = null;
  }

  /** Nothing new is stored; and nothing is sent for the first time, unless somebody was about to. */
  async watch(): Promise<void> {
    const { database, nodes, signer, findings, log } = this.world;
    const keepers = signer === null ? nodes : [signer];
    const isStopped = (await signingStop(database)) !== null;
    if (isStopped) this.pulled ??= await this.found();
    if (this.pulled === null) return;
    if (!isStopped && !this.pulled.isNoted) {
      log.say('the store has forgotten that signing was stopped before any machine had noted it');
      this.pulled = null;
      return;
    }
    const { done, isAnybodyAtIt } = this.pulled;
    for (const each of await this.known(isAnybodyAtIt)) {
      if (!done.has(each)) findings.push(`switch: ${each} while the kill switch was pulled`);
    }
    const { rows } = await database.query<{ turn: number }>('SELECT turn FROM signer_switch');
    const turn = rows[0]?.turn ?? 0;
    this.pulled.isNoted ||= isStopped && keepers.some(({ notedTurn }) => notedTurn >= turn);
  }

  /** Whoever is storing something this moment is waited for: then it is tried again. */
  private async pull(): Promise<void> {
    const { database, clock, log } = this.world;
    const outcome = await tried(() =>
      transaction(database, async (client) => {
        await stopSigning(client, 'a test', clock.now());
        return 'done';
      }),
    );
    log.say(`an operator pulls the switch: ${outcome}`);
    if (outcome === 'done') this.pulled = await this.found();
  }

  /** As it is now. A store that goes back may find what was signed before only later, in a record. */
  private async found(): Promise<Pulled> {
    const { nodes, disks } = this.world;
    const isAnybodyAtIt = nodes.some(({ process }) => process.isPaused);
    const recorded = [...(disks?.signed.values() ?? [])].map(({ txid, chainId }) => [
      `payment ${txid} of chain ${chainId} was signed`,
      `${txid} of chain ${chainId} was sent`,
    ]);
    const done = new Set([...(await this.known(isAnybodyAtIt)), ...recorded.flat()]);
    return { done, isAnybodyAtIt, isNoted: false };
  }

  private async known(isAnybodyAtIt: boolean): Promise<string[]> {
    const { rows } = await this.world.database.query<{ what: string }>({
      name: 'simulation-signed',
      text: `
        SELECT format('payment %s of chain %s was signed', txid, chain_id) AS what FROM attempt
         UNION ALL
        SELECT format('%s of chain %s was sent', t.txid, t.chain_id) FROM sim_tx t
          JOIN attempt p ON p.chain_id = t.chain_id AND p.txid = t.txid WHERE NOT $1`,
      values: [isAnybodyAtIt],
    });
    return rows.map(({ what }) => what);
  }
}

/** `signing go`; false if it was not stopped, or somebody held it. */
export async function releaseSwitch({ database, log }: World): Promise<boolean> {
  if ((await signingStop(database)) === null) return false;
  const outcome = await tried(() =>
    transaction(database, async (client) => ((await resumeSigning(client)) ? 'done' : 'not stopped')),
  );
  log.say(`an operator releases the switch: ${outcome}`);
  return outcome === 'done';
}
