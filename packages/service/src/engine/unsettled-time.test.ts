import { afterEach, beforeEach, expect, it } from 'vitest';
import { jobsOf } from './job.ts';
import { takeLease } from './lease.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

/** A round of the orders' job by a node whose clock is off by so much, and which knows or does not know it. */
async function orderRound(offS: number, isSettled: boolean): Promise<void> {
  const [job] = jobsOf([]);
  const lease = await takeLease(world.database, 'orders', 'world', world.now, 60);
  const engine = { ...world.engine, clock: () => world.now + offS, isTimeSettled: () => isSettled };
  await job?.round(engine, lease!);
}

it('while clocks disagree no order expires; when they agree those expire whose time is over', async () => {
  const order = await world.place();
  await orderRound(3_700, false);
  expect(await world.status(order)).toBe(1);
  await orderRound(0, true);
  expect(await world.status(order)).toBe(1);
  await orderRound(3_700, true);
  expect(await world.status(order)).toBe(8);
});

it('while clocks disagree no deposit is judged; a fixed order paid in time is not late afterwards', async () => {
  const order = await world.place({ exchange_mode: 'fixed' });
  await world.pay(order);
  const all = world.chains;
  await world.round();
  await world.mine(3, 'Bitcoin');
  for (const job of jobsOf(all).filter(({ name }) => name.startsWith('chain'))) {
    const lease = await takeLease(world.database, job.name, 'world', world.now, 60);
    await job.round(world.engine, lease!);
  }
  await orderRound(3_700, false);
  expect(await world.status(order)).toBe(2);
  await world.settle();
  expect(await world.status(order)).toBe(4);
});
