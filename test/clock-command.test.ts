import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { runHere } from './support/run-here.ts';

/** What an operator is told of a clock that jumped, and what they say to it. */

let store: DeskStore;
beforeAll(async () => {
  store = await createDeskStore(1);
});
afterAll(() => store.drop());

const timeOf = async () =>
  (await runHere(['doctor'], store.env)).output.split('\n').find((line) => /^\w+ +time /.test(line));

it('doctor says how far it is off, until an operator accepts it', async () => {
  const accept = () => runHere(['clock', 'accept'], store.env);
  expect(await timeOf()).toMatch(/^ok /);
  expect(await accept()).toMatchObject({ code: 1, output: expect.stringContaining('nothing to accept') });
  // As nodes leave it that have seen the clock set back by an hour.
  await store.database.query('UPDATE clock_witness SET is_settled = false, seen_ms = database_ms + 3600000');
  expect(await timeOf()).toMatch(/^WRONG .*the database's clock is 3600 s behind the time that has passed/);
  expect(await accept()).toMatchObject({
    code: 0,
    output: expect.stringContaining('it had jumped by -3600 s'),
  });
  expect(await timeOf()).toMatch(/^ok /);
  const { rows } = await store.database.query("SELECT 1 FROM audit_entry WHERE act = 'clock accept'");
  expect(rows).toHaveLength(1);
});
