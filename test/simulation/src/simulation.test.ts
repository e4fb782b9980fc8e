import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../packages/service/src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { few, IS_LONG, volume } from '../../support/volume.ts';
import { openSimulationDatabase } from './database.ts';
import { FAILED_SEEDS, type FailedSeed } from './failed-seeds.ts';
import { simulate } from './simulate.ts';

/** As many as take some seconds; `npm run simulate:long` runs thousands. */
const SEEDS = volume(3, 400);
const ORDERS = 4;
/** Worlds in which much happens at once show other faults than small ones. */
const LARGE = { seeds: volume(1, 60), orders: volume(10, 30) };
/** So many small worlds are kept, to be compared with others. */
const FIRST = 3;
const TIMEOUT_MS = volume(600_000, 3_600_000);

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase(1);
  database = await openSimulationDatabase({ connectionString: test.url });
});
afterAll(async () => {
  await database.end();
  await test.drop();
});

/** What the first small worlds came to, each run once: a run takes seconds. */
const ran = new Map<number, Promise<Simulated>>();
type Simulated = Awaited<ReturnType<typeof simulate>>;

function firstOf(seed: number): Promise<Simulated> {
  const known = ran.get(seed) ?? simulate(database, seed, ORDERS);
  ran.set(seed, known);
  return known;
}

/** What is wrong with these seeds, and how to see it again. */
async function problemsOf(worlds: readonly FailedSeed[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { seed, orders, trials: wanted } of worlds) {
    const isFirst = seed <= FIRST && orders === ORDERS && wanted === null;
    const { problems, trials } = await (isFirst ? firstOf(seed) : simulate(database, seed, orders, wanted));
    const replay = `npm run simulate -- --seed ${seed} --orders ${orders} --trials ${trials.join() || 'none'} --log`;
    if (problems.length > 0) failed.push([replay, ...problems].join('\n  '));
  }
  return failed;
}

function firstSeeds(count: number, orders: number): FailedSeed[] {
  return Array.from({ length: count }, (_, n) => ({ seed: n + 1, orders, trials: null }));
}

describe('the engine, whatever fails', () => {
  it('keeps every money rule', { timeout: TIMEOUT_MS }, async () => {
    expect(await problemsOf(firstSeeds(SEEDS, ORDERS))).toEqual([]);
  });

  it.runIf(IS_LONG)('keeps them where much happens at once', { timeout: TIMEOUT_MS }, async () => {
    expect(await problemsOf(firstSeeds(LARGE.seeds, LARGE.orders))).toEqual([]);
  });

  it('keeps them where it once did not', { timeout: TIMEOUT_MS }, async () => {
    const small = FAILED_SEEDS.filter(({ orders }) => orders === ORDERS).slice(volume(-2, 0));
    const large = FAILED_SEEDS.filter(({ orders }) => orders !== ORDERS).slice(0, volume(0, 1_000));
    expect(await problemsOf([...small, ...large])).toEqual([]);
  });
});

describe('a simulation', () => {
  it('is the same again for the same seed', { timeout: TIMEOUT_MS }, async () => {
    for (const seed of few(1, [3, 1_000])) {
      const first = await firstOf(seed);
      expect(await simulate(database, seed, ORDERS)).toEqual(first);
      expect(first.log.length).toBeGreaterThan(50);
    }
  });

  it.runIf(IS_LONG)(
    'is the same again while the server cleans up beside it',
    { timeout: TIMEOUT_MS },
    async () => {
      const first = await firstOf(2);
      let isOver = false;
      const cleaning = (async () => {
        while (!isOver)
          await test.database.query('VACUUM sim_tx, sim_block, followed_block, lease, ledger_delta');
      })();
      const second = await simulate(database, 2, ORDERS);
      isOver = true;
      await cleaning;
      expect(second).toEqual(first);
    },
  );

  it('is another for another seed', { timeout: TIMEOUT_MS }, async () => {
    expect((await firstOf(2)).log).not.toEqual((await firstOf(3)).log);
  });
});
