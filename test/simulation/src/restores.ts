import { beginHold } from '../../../packages/service/src/engine/hold/hold.ts';
import { copyStore, type StoreCopy } from '../../../packages/service/src/engine/testing/copy-store.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import type { PlacedOrder } from './place-order.ts';
import { deriveAddresses, type World } from './world.ts';

/** An order that was placed and that the store does not know any more, with all that it was to pay for it. */
export interface ForgottenOrder extends PlacedOrder {
  readonly payouts: readonly { readonly address: string; readonly assetId: number; readonly units: bigint }[];
}

/** When a copy of the store is made, and when it takes the store's place. */
interface Plan {
  readonly copyAt: number;
  readonly backAt: number;
  /** True: all nodes are ended before, as for a backup. False: a replica takes over under their hands. */
  readonly isRestart: boolean;
}

/** As many steps a copy may be old: a replica that lacks a few commits, a backup of long ago. */
const AGES = [1, 1, 2, 3, 5, 10, 30, 60, 120];

/** The store goes back, once or more often, while everything outside goes on. */
export class Restores {
  private readonly world: World;
  private readonly plans: readonly Plan[];
  private copy: Copy | null = null;

  private constructor(world: World, plans: readonly Plan[]) {
    this.world = world;
    this.plans = plans;
  }

  /** What the trials of a world ask for; null: its store never goes back. */
  static planned(world: World, steps: number): Restores | null {
    if (world.trials.has('restore')) return new Restores(world, goBackNowAndThen(world, steps));
    return world.trials.has('backup') ? new Restores(world, [goBackFar(world, steps)]) : null;
  }

  /** True if what is done now will be forgotten: there is a copy, and it will take the store's place. */
  willForget(step: number): boolean {
    return this.plans.some(({ copyAt, backAt }) => copyAt < step && step < backAt);
  }

  async at(step: number): Promise<void> {
    if (this.plans.some(({ copyAt }) => copyAt === step)) this.copy = await Copy.make(this.world);
    const due = this.plans.find(({ backAt }) => backAt === step);
    if (due !== undefined) await this.copy?.takeOver(due.isRestart);
  }
}

function goBackNowAndThen({ luck }: World, steps: number): Plan[] {
  const plans: Plan[] = [];
  for (let from = 5; from < steps - 1; ) {
    const copyAt = luck.between(from, steps - 2);
    const backAt = Math.min(steps - 1, copyAt + luck.pick(AGES));
    plans.push({ copyAt, backAt, isRestart: luck.chance(0.6) });
    from = backAt + 10;
    if (luck.chance(0.4)) break;
  }
  return plans;
}

/** To a time when most orders had not been placed, from one when many of them are paid. */
function goBackFar({ luck }: World, steps: number): Plan {
  const copyAt = luck.between(1, Math.floor(steps / 6));
  const backAt = luck.between(Math.floor(steps / 3), Math.floor((steps * 3) / 4));
  return { copyAt, backAt, isRestart: luck.chance(0.8) };
}

/** The store as it was, and what the world knew then of what it says. */
class Copy {
  private readonly world: World;
  private readonly store: StoreCopy;
  private readonly known: { orders: number; decisions: number; halts: number };
  private readonly watched: World['watched'];

  private constructor(world: World, store: StoreCopy) {
    this.world = world;
    this.store = store;
    const { orders, decisions, halts, watched } = world;
    this.known = { orders: orders.length, decisions: decisions.length, halts: halts.length };
    this.watched = { ...watched };
  }

  static async make(world: World): Promise<Copy> {
    world.log.say('the store is copied');
    return new Copy(world, await copyStore(world.database));
  }

  async takeOver(isRestart: boolean): Promise<void> {
    const { world } = this;
    const { database, nodes, log, orders, forgotten, decisions, halts, watched } = world;
    // What was seen of a clock that was set would be forgotten with the rest.
    await world.databaseClock?.setRight();
    for (const { process } of nodes) {
      const isCutOff = process.isPaused && process.openTransactions > 0;
      if (!process.isDead && (isRestart || isCutOff)) await process.kill();
    }
    for (const order of orders.splice(this.known.orders)) forgotten.push(await forget(world, order));
    decisions.splice(this.known.decisions);
    halts.splice(this.known.halts);
    Object.assign(watched, this.watched, { timesAt: watched.timesAt, restoredAt: world.clock.now() });
    const derived = await database.query<{ name: string; derived: number }>(
      'SELECT name, derived FROM address_space ORDER BY name',
    );
    await this.store.restore();
    // What the copy knows of a clock that was wrong is over since: who puts it in place reads that, and says so.
    await world.databaseClock?.acceptIfTold();
    if (isRestart) await this.holdAsRestored();
    else await database.query("UPDATE signing_record SET timeline = 'before'");
    // The wallet is in nobody's store: what it derives are the same addresses again.
    for (const space of derived.rows) await deriveAddresses(database, space.name, space.derived);
    log.say(
      `the store is that of ${isRestart ? 'a backup' : 'a replica'}, ${forgotten.length} orders are forgotten by now`,
    );
  }

  /** As the command `restore` does. */
  private async holdAsRestored(): Promise<void> {
    const { database, clock } = this.world;
    await transaction(database, async (client) => {
      await beginHold(client, { id: `restored ${clock.now()}`, since: clock.now(), why: 'restored' });
    });
  }
}

/** Whom it pays, as it was decided last. */
async function forget({ database }: World, order: PlacedOrder): Promise<ForgottenOrder> {
  const { rows } = await database.query<{ address: string; asset_id: number; units: string }>(
    'SELECT address, asset_id, units::text FROM payout WHERE order_id = $1 ORDER BY id',
    [order.id],
  );
  const payouts = rows.map(({ address, asset_id, units }) => ({
    address,
    assetId: asset_id,
    units: BigInt(units),
  }));
  const receivers = [...new Set([...order.receivers, ...payouts.map(({ address }) => address)])];
  return { ...order, receivers, payouts };
}
