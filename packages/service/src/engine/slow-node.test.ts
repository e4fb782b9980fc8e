import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chain } from '../chains/chain.ts';
import { systemClock } from '../clock.ts';
import type { Repeating } from '../repeat.ts';
import { type Job, jobsOf } from './job.ts';
import { runJobs } from './run.ts';
import { wrongsOf } from './testing/books.ts';
import { openWorld, RECEIVER, type World } from './testing/world.ts';

/** Two engines, and a node that takes its time with every call. */

const CALL_MS = 100;
/** Calls of a real node for a signature from an account: what it costs, whether it succeeds, what there is. */
const CALLS_TO_SIGN = 2.5;
const PAYOUTS = 40;
/** Before leases were renewed on a timer, none was ever signed. */
const MOST_MS = 15_000;
/** Between two rounds of an engine. */
const PAUSE_MS = 1_000;
/** A busy machine may take so long in all: what counts is what the engine has to wait for, and its own work. */
const PATIENCE_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const to_address = [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }];
  for (let n = 0; n < PAYOUTS; n++) await world.pay(await world.place({ from_quantity: 0.001, to_address }));
  await world.mine(3, 'Bitcoin');
  const all = world.chains;
  // Whoever pays on Ethereum has not begun yet.
  world.chains = all.filter(({ name }) => name !== 'Ethereum');
  await world.round();
  await world.round();
  world.chains = all;
});
afterAll(() => world.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The same chain behind a node whose every call takes its time; each is told. */
function slow(chain: Chain, tell: (calls: number) => void): Chain {
  return new Proxy(chain, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || ['transferCost', 'usualCost'].includes(String(name))) return value;
      const calls = name === 'sign' ? CALLS_TO_SIGN : 1;
      return (...args: unknown[]) => {
        tell(calls);
        return pause(CALL_MS * calls).then(() => value.apply(target, args));
      };
    },
  });
}

const signed = async () =>
  (await world.rows<{ many: number }>('SELECT count(*) AS many FROM attempt'))[0]?.many ?? 0;

it(`${PAYOUTS} payouts with two engines at ${CALL_MS} ms a call are signed within ${MOST_MS / 1_000} s`, async () => {
  let calls = 0;
  const ethereum = slow(world.chains.find(({ name }) => name === 'Ethereum') as Chain, (more) => {
    calls += more;
  });
  const errors: unknown[] = [];
  /** Who did each. */
  const rounds: string[] = [];
  const toldBy = (holder: string, job: Job): Job => ({
    ...job,
    round(engine, lease) {
      rounds.push(holder);
      return job.round(engine, lease);
    },
  });
  const [began, idle] = [performance.now(), process.cpuUsage()];
  const engines: Repeating[] = ['one', 'two'].flatMap((holder) => {
    const engine = { ...world.engine, holder, chains: [ethereum], clock: systemClock };
    const jobs = jobsOf([ethereum]).filter(({ name }) => name.startsWith('chain'));
    return runJobs(
      engine,
      jobs.map((job) => toldBy(holder, job)),
      (error) => errors.push(error),
    );
  });
  const counts: number[] = [];
  while ((counts.at(-1) ?? 0) < PAYOUTS && performance.now() - began < PATIENCE_MS) {
    await pause(200);
    counts.push(await signed());
  }
  const { user, system } = process.cpuUsage(idle);
  const tookMs = calls * CALL_MS + rounds.length * PAUSE_MS + (user + system) / 1_000;
  await Promise.all(engines.map((engine) => engine.stop()));
  expect(counts.at(-1)).toBe(PAYOUTS);
  // Nobody waited for a lease: all that time passed in these calls and pauses.
  expect(new Set(rounds).size).toBe(1);
  expect(tookMs).toBeLessThan(MOST_MS);
  // What was signed was stored as it went: whoever had lost the lease would have lost little.
  const steps = counts.map((count, n) => count - (counts[n - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(PAYOUTS / 2);
  expect(errors).toEqual([]);
  await world.settle();
  expect(await wrongsOf(world)).toEqual([]);
  console.log(`${PAYOUTS} payouts signed in ${(tookMs / 1_000).toFixed(1)} s`);
});
