import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { deskKey } from '../secrets/desk-key.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import type { Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { loadDirectory } from './directory.ts';
import { createKey } from './keys.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

describe('an API key', () => {
  it('has a secret that is nowhere in the store, and that the service knows', async () => {
    const box = secretBox(deskKey(Buffer.alloc(32, 3)), 'API secrets');
    const { key, secret } = await transaction(store.database, (client) => createKey(client, box, 'shop', 0));
    const { rows } = await store.database.query('SELECT k::text AS k FROM api_key k');
    const written = rows.map(({ k }) => k).join();
    expect(written).toContain(key);
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
      expect(written).not.toContain(form);
    expect((await loadDirectory(store.database, box)).key(key)?.secret).toBe(secret);
    const other = secretBox(deskKey(Buffer.alloc(32, 4)), 'API secrets');
    expect((await loadDirectory(store.database, other)).key(key)).toBeUndefined();
  });

  it('is never known without its account, though both are made while the directory is read', async () => {
    const box = secretBox(deskKey(Buffer.alloc(32, 3)), 'API secrets');
    const made: string[] = [];
    const meanwhile = {
      query: async (...asked: Parameters<typeof store.database.query>) => {
        const answer = await store.database.query(...asked);
        const name = `shop ${made.length}`;
        made.push((await transaction(store.database, (client) => createKey(client, box, name, 0))).key);
        return answer;
      },
    } as unknown as Queryable;
    const directory = await loadDirectory(meanwhile, box);
    expect(made.length).toBeGreaterThan(1);
    for (const key of made) {
      const known = directory.key(key);
      if (known !== undefined) expect(known.account.name).toMatch(/^shop/);
    }
    expect((await loadDirectory(store.database, box)).key(made[0] as string)?.account.name).toBe('shop 0');
  });
});
