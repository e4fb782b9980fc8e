import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { deskKey } from '../secrets/desk-key.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
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
});
