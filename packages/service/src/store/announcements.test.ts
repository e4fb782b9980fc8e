import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type Announcements, MOST_BYTES, openAnnouncements } from './announcements.ts';

let store: TestDatabase;
let open: Announcements[];
beforeEach(async () => {
  store = await createTestDatabase(6);
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((each) => each.stop()));
  await store.drop();
});

/** A node that hears, and says when it has. */
async function node() {
  const heard: string[] = [];
  const errors: unknown[] = [];
  let wake = () => {};
  const announcements = await openAnnouncements(
    store.database,
    'test_words',
    (text) => {
      heard.push(text);
      wake();
    },
    (error) => errors.push(error),
  );
  open.push(announcements);
  const hears = async (text: string) => {
    while (!heard.includes(text))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  return { heard, errors, hears, tell: announcements.tell };
}

describe('announcements', () => {
  it('are heard by every node, whole, in their order', async () => {
    const [one, other] = [await node(), await node()];
    const long = 'ä'.repeat(MOST_BYTES / 2);
    one.tell(long);
    one.tell('done');
    await Promise.all([one.hears('done'), other.hears('done')]);
    expect(other.heard).toEqual([long, 'done']);
  });

  it('are heard again after the connection was lost', async () => {
    const [one, other] = [await node(), await node()];
    await store.database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%LISTEN test_words' AND pid <> pg_backend_pid()",
    );
    const telling = setInterval(() => one.tell('back'), 100);
    await other.hears('back');
    clearInterval(telling);
    expect([one.errors, other.errors]).toEqual([[], []]);
  });

  it('are written to no table, and keep nobody who stops', async () => {
    const { tell, hears } = await node();
    tell('once');
    await hears('once');
    await open.pop()?.stop();
    const { rows } = await store.database.query(
      "SELECT count(*)::int AS listening FROM pg_stat_activity WHERE query LIKE '%test_words%' AND pid <> pg_backend_pid() AND datname = current_database()",
    );
    expect(rows[0].listening).toBe(0);
  });
});
