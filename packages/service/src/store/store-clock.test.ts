import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { acceptClock, clockState } from './clock-witness.ts';
import { measureClock, openStoreClock, type StoreClock } from './store-clock.ts';

/** The database's clock is off by a setting, as if somebody had set it. */
const DATABASE_MS = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint
  + coalesce((SELECT value FROM setting WHERE name = 'test_step_ms'), 0)::bigint`;
const HOUR = 3_600;

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const sources = {
  monotonicMs: () => performance.now(),
  uptimeMs: () => performance.now(),
  databaseMs: DATABASE_MS,
};
const open = () =>
  openStoreClock(
    store.database,
    (error) => {
      throw error;
    },
    sources,
  );
const step = (seconds: number) =>
  store.database.query(
    `INSERT INTO setting (name, value) VALUES ('test_step_ms', $1) ON CONFLICT (name) DO UPDATE SET value = $1`,
    [seconds * 1_000],
  );
const real = () => Math.floor(Date.now() / 1_000);
async function becomes(time: StoreClock, isSettled: boolean): Promise<void> {
  while (time.isSettled() !== isSettled) {
    time.measuring.hurry();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const isNow = (time: StoreClock) => expect(Math.abs(time.clock() - real())).toBeLessThanOrEqual(2);

it.each([HOUR, -HOUR])(
  'a step of %d s moves no node, also none that begins then, until it is back',
  async (seconds) => {
    const first = await open();
    isNow(first);
    await step(seconds);
    await becomes(first, false);
    isNow(first);
    while ((await clockState(store.database)).isSettled) first.measuring.hurry();
    expect(Math.round((await clockState(store.database)).aheadMs / 1_000)).toBe(seconds);
    await first.measuring.stop();
    const second = await open();
    isNow(second);
    expect(second.isSettled()).toBe(false);
    await step(0);
    await becomes(second, true);
    isNow(second);
    await second.measuring.stop();
  },
);

it('a step that an operator accepts is the time of all', async () => {
  const time = await open();
  await step(HOUR);
  await becomes(time, false);
  await acceptClock(store.database);
  await becomes(time, true);
  expect(Math.abs(time.clock() - real() - HOUR)).toBeLessThanOrEqual(2);
  await time.measuring.stop();
});

it('a node whose first look takes long does not go by it', async () => {
  await step(0);
  await store.database.query(
    'UPDATE clock_witness SET seen_ms = 0, database_ms = 0, is_settled = true, accepted = 0',
  );
  // As if it had been stopped for ten seconds between question and answer.
  let stoppedMs = 0;
  const slow = {
    query: async (...asked: unknown[]) => {
      const answer = await (store.database.query as (...given: unknown[]) => Promise<unknown>)(...asked);
      if (stoppedMs === 0) stoppedMs = 10_000;
      return answer;
    },
  } as unknown as typeof store.database;
  const passed = () => performance.now() + stoppedMs;
  const time = await measureClock(slow, { ...sources, monotonicMs: passed, uptimeMs: passed });
  expect(Math.abs(time.clock() - real())).toBeLessThanOrEqual(2);
  expect(time.isSettled()).toBe(true);
});
