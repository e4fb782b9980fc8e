import type { Database } from '../../../packages/service/src/store/database.ts';
import { checkAll } from './checks/check-all.ts';
import { drain } from './drain.ts';
import { Scheduler } from './scheduler.ts';
import { createWorld } from './world.ts';

/** What came of a run. */
export interface Outcome {
  readonly seed: number;
  /** All that happened, in order. */
  readonly log: readonly string[];
  /** What is wrong, in words; empty for a good run. */
  readonly problems: readonly string[];
}

/** Runs one seed with so many orders from beginning to end and checks what is left. */
export async function simulate(database: Database, seed: number, orders: number): Promise<Outcome> {
  const world = await createWorld(database, seed);
  const scheduler = new Scheduler(world);
  await scheduler.run(orders);
  await drain(world, await scheduler.calmDown());
  const problems = [...world.findings, ...(await checkAll(world))];
  return { seed, log: world.log.lines, problems };
}
