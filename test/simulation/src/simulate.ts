import type { Database } from '../../../packages/service/src/store/database.ts';
import { checkAll } from './checks/check-all.ts';
import { drain } from './drain.ts';
import { Scheduler } from './scheduler.ts';
import type { Trial } from './trials.ts';
import { createWorld } from './world.ts';

/** What came of a run. */
export interface Outcome {
  readonly seed: number;
  readonly trials: readonly Trial[];
  /** All that happened, in order. */
  readonly log: readonly string[];
  /** What is wrong, in words; empty for a good run. */
  readonly problems: readonly string[];
}

/** Runs one seed with so many orders from beginning to end and checks what is left. Without trials, those of the seed. */
export async function simulate(
  database: Database,
  seed: number,
  orders: number,
  trials: readonly Trial[] | null = null,
): Promise<Outcome> {
  const world = await createWorld(database, seed, trials);
  try {
    const scheduler = new Scheduler(world);
    await scheduler.run(orders);
    await drain(world, await scheduler.calmDown());
    world.log.say(`price moves cost ${world.losses.lost}, at most ${world.losses.explained}`);
    const problems = [...world.findings, ...(await checkAll(world))];
    return { seed, trials: [...world.trials], log: world.log.lines, problems };
  } catch (error) {
    const problems = [...world.findings, `the run itself: ${(error as Error).stack}`];
    return { seed, trials: [...world.trials], log: world.log.lines, problems };
  } finally {
    // Whoever stands with a transaction open would keep everybody waiting after an error.
    for (const { process } of world.nodes) if (process.isPaused) await process.kill();
    for (const node of world.nodes) await node.close();
    await world.signer?.close();
    await world.disks?.close();
  }
}
