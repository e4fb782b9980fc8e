import { clockState } from '../../../packages/service/src/store/clock-witness.ts';
import { STEP_MS } from '../../../packages/service/src/store/steady-time.ts';
import type { ClockSources } from '../../../packages/service/src/store/store-clock.ts';
import type { World } from './world.ts';

/** How far somebody sets it, in seconds. */
const STEPS_S = [-3_700, -90, -20, 20, 90, 3_700, 86_400];
/** After this long nobody can tell any more that it was set: what was seen of it is forgotten. */
export const FORGOTTEN_S = 300;

/** The database's clock: somebody sets it wrong, and later right. Time itself goes on. */
export class DatabaseClock {
  private readonly world: World;
  private aheadS = 0;
  private seenAt = 0;
  /** How often an operator has said that it is right. */
  accepted = 0;

  constructor(world: World) {
    this.world = world;
  }

  /** By which leases run. */
  readonly now = (): number => this.world.clock.now() + this.aheadS;

  /** What a node reads the time from. */
  readonly sources: ClockSources = {
    monotonicMs: () => this.world.clock.ms,
    uptimeMs: () => this.world.clock.ms,
    databaseMs: '(SELECT ms FROM sim_clock)',
  };

  /** It is set now and then, while a node looks that will notice. */
  async step(): Promise<void> {
    const { luck } = this.world;
    if (this.aheadS !== 0) {
      if (luck.chance(0.1)) await this.setRight();
      return;
    }
    if (luck.chance(0.3)) await this.acceptIfTold();
    if (!luck.chance(0.04) || !this.world.nodes.some(({ watchesClock }) => watchesClock)) return;
    await this.lookAll();
    // Between two looks at it some time passes, always.
    this.world.clock.advance(1);
    this.aheadS = luck.pick(STEPS_S);
    this.world.log.say(`the database's clock is set by ${this.aheadS} s`);
    this.seenAt = 0;
    await this.lookAll();
    if (this.seenAt === 0) await this.setRight();
  }

  /** A node begins: it can know of what it has not seen only if others have just seen it. */
  async beforeFirstLook(): Promise<void> {
    if (this.aheadS !== 0 && this.world.clock.now() - this.seenAt > FORGOTTEN_S) await this.setRight();
  }

  /** Whoever sets it right while nobody looks says so. */
  async setRight(): Promise<void> {
    const { clock, log } = this.world;
    if (this.aheadS === 0) return;
    log.say("the database's clock is right again");
    clock.advance(1);
    this.aheadS = 0;
    this.seenAt = 0;
    await this.lookAll();
    if (this.seenAt === 0) await this.accept();
  }

  /** Who lives looks every second. */
  private async lookAll(): Promise<void> {
    for (const node of this.world.nodes) if (node.watchesClock) await node.begin();
  }

  /** An operator reads that the nodes do not agree with a clock which is right. */
  async acceptIfTold(): Promise<void> {
    const { aheadMs } = await clockState(this.world.database);
    if (this.aheadS === 0 && Math.abs(aheadMs) > STEP_MS) await this.accept();
  }

  /** As `clock accept` does, by the clock of this world. */
  private async accept(): Promise<void> {
    const { database, clock, log } = this.world;
    await database.query(
      'UPDATE clock_witness SET accepted = accepted + 1, is_settled = true, seen_ms = $1, database_ms = $1',
      [clock.ms],
    );
    this.accepted++;
    log.say('an operator accepts the clock');
  }

  /** Before a node looks. */
  async tell(): Promise<void> {
    const { database, clock } = this.world;
    await database.query({
      name: 'simulation-clock',
      text: 'INSERT INTO sim_clock (is_only, ms) VALUES (true, $1) ON CONFLICT (is_only) DO UPDATE SET ms = $1',
      values: [clock.ms + this.aheadS * 1_000],
    });
  }

  seen(): void {
    this.seenAt = this.world.clock.now();
  }
}

/** The clock of a world in which somebody sets it. */
export async function openDatabaseClock(world: World): Promise<DatabaseClock> {
  await world.database.query(
    'CREATE TABLE IF NOT EXISTS sim_clock (is_only boolean PRIMARY KEY, ms bigint NOT NULL)',
  );
  await world.database.query(
    'UPDATE clock_witness SET seen_ms = 0, database_ms = 0, is_settled = true, accepted = 0',
  );
  const clock = new DatabaseClock(world);
  await clock.tell();
  return clock;
}
