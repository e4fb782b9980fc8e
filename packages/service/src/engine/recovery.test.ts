import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobsOf } from './job.ts';
import { runJobs } from './run.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('a node that was away is told once, and once that it is back', async () => {
  let isAway = true;
  const { engine } = world;
  const chains = engine.chains.map((chain) =>
    chain.name !== 'Bitcoin'
      ? chain
      : new Proxy(chain, {
          get: (target, name) => {
            if (name === 'tip' && isAway) return () => Promise.reject(new Error('nobody answers'));
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        }),
  );
  const told: string[] = [];
  const warn = (_facts: object, message: string) => void told.push(message);
  const onError = (error: unknown) => void told.push((error as Error).message);
  const running = runJobs({ ...engine, chains, warn }, jobsOf(chains), onError);
  const hurry = async () => {
    for (const each of running) each.hurry();
  };
  try {
    await expect.poll(async () => hurry().then(() => told)).toContain('nobody answers');
    for (let n = 0; n < 5; n++) await hurry();
    isAway = false;
    await expect.poll(async () => hurry().then(() => told)).toContain('Bitcoin: goes on again');
    expect(told.filter((line) => /nobody|again/.test(line))).toEqual([
      'nobody answers',
      'Bitcoin: goes on again',
    ]);
  } finally {
    for (const each of running) await each.stop();
  }
});
