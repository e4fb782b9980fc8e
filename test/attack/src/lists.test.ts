import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { volume } from '../../support/volume.ts';
import { type Books, openBooks } from './support/books.ts';
import { accountNamed, insertAccount, insertRefCode } from './support/keys.ts';
import { requestsOf } from './support/list-requests.ts';
import { NOON, perform, step } from './support/list-steps.ts';
import {
  type Listed,
  type ListRequest,
  naive,
  orderRows,
  type Row,
  referralRows,
} from './support/naive-list.ts';
import { shownOrders, shownReferrals } from './support/shown-list.ts';

const SEED = Number(process.env.SWAPDESK_ATTACK_SEED ?? 20_261_115);

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase(4);
});
afterAll(() => store.drop());

async function compareAll(
  rows: readonly Row[],
  facets: readonly (number | null)[],
  show: (request: ListRequest) => Promise<Listed>,
): Promise<void> {
  for (const request of requestsOf(rows, facets)) {
    expect({ request, ...(await show(request)) }).toEqual({ request, ...naive(rows, request) });
  }
}

let run = 0;

/** Fresh accounts for every run, so that one store serves them all. */
async function openRun(): Promise<{ books: Books; names: string[]; codes: string[] }> {
  run++;
  const names = ['a', 'b', 'c'].map((name) => `${name}${run}`);
  for (const name of names) await insertAccount(store.database, name);
  const codes = [`X${run}`, `Y${run}`, `Z${run}`];
  for (const [n, code] of codes.entries())
    await insertRefCode(store.database, names[n === 2 ? 1 : 0] as string, code, 200_000);
  return { books: await openBooks(store.database), names, codes };
}

describe(`after random placements, changes and folds, from seed ${SEED}`, () => {
  const options = { seed: SEED, numRuns: volume(2, 10), endOnFailure: true };
  const steps = fc.array(step, { minLength: 20, maxLength: 60, size: 'max' });

  test('the list of orders shows what a naive list would', async () => {
    const property = fc.asyncProperty(steps, async (list) => {
      const { books, names, codes } = await openRun();
      await perform(store.database, books, names, codes, list);
      for (const name of names) {
        const account = await accountNamed(store.database, name);
        await compareAll(await orderRows(store.database, account), [null, 1, 4, 9], (request) =>
          shownOrders(store.database, account, request),
        );
      }
    });
    await fc.assert(property, options);
  }, 240_000);

  test('the list of referrals and its sums show what a naive list would', async () => {
    const property = fc.asyncProperty(steps, async (list) => {
      const { books, names, codes } = await openRun();
      // Clocks that go back are a story of their own, below.
      await perform(
        store.database,
        books,
        names,
        codes,
        list.map((each) => (each.do === 'place' ? { ...each, clock: Math.abs(each.clock) } : each)),
      );
      for (const [name, code] of [
        [names[0], null],
        [names[0], codes[0]],
        [names[1], codes[2]],
      ] as [string, string | null][]) {
        const account = await accountNamed(store.database, name);
        const rows = await referralRows(store.database, account, code);
        await compareAll(rows, [null, 1, 2], (request) =>
          shownReferrals(store.database, books, account, code, request),
        );
      }
    });
    await fc.assert(property, options);
  }, 240_000);
});

test('the list of referrals keeps to its times when two nodes that place through it differ by a second', async () => {
  const { books, names, codes } = await openRun();
  const [first, second] = names as [string, string];
  const code = codes[0] as string;
  // The node whose clock is behind comes second: its account has no orders that would hold its time up.
  await books.place([{ account: first, code }], NOON + 1);
  await books.place([{ account: second, code }], NOON);
  await books.place([{ account: first, code }], NOON + 2);
  const account = await accountNamed(store.database, first);
  const rows = await referralRows(store.database, account, null);
  await compareAll(rows, [null, 1], (request) =>
    shownReferrals(store.database, books, account, null, request),
  );
  await compareAll(rows, [null, 1], (request) =>
    shownReferrals(store.database, books, account, code, request),
  );
});
