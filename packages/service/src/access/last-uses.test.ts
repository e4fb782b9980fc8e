import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { deskKey } from '../secrets/desk-key.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import { transaction } from '../store/transaction.ts';
import { createKey, listKeys } from './keys.ts';
import { LastUses } from './last-uses.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

it('when a key was used last is written down to the minute, by whoever saw it last, and never goes back', async () => {
  const box = secretBox(deskKey(Buffer.alloc(32, 3)), 'API secrets');
  const { key } = await transaction(store.database, (client) => createKey(client, box, 'shop', 0));
  const usedAt = async () => (await listKeys(store.database))[0]?.used_at;
  const [one, other] = [new LastUses(), new LastUses()];
  await one.tell(store.database);
  expect(await usedAt()).toBeNull();
  one.note(key, 1_000_019);
  one.note(key, 1_000_081);
  other.note(key, 1_000_030);
  await one.tell(store.database);
  expect(await usedAt()).toBe(1_000_080);
  await other.tell(store.database);
  expect(await usedAt()).toBe(1_000_080);
  const version = async () =>
    (await store.database.query("SELECT version FROM change WHERE topic = 'access'")).rows[0].version;
  const before = await version();
  other.note(key, 1_000_200);
  await other.tell(store.database);
  expect(await usedAt()).toBe(1_000_200);
  // Nodes are not told to read all keys anew.
  expect(await version()).toBe(before);
});
