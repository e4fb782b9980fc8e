import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { loadDirectory } from './directory.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

describe('the directory', () => {
  it('is open as long as no key has ever been made, and never again', async () => {
    expect((await loadDirectory(store.database)).isOpen).toBe(true);
    await store.database.query(`
      INSERT INTO roll (id) VALUES (10), (11);
      INSERT INTO account (id, name, orders_roll_id, referral_roll_id, float_fee_ppm, created_at)
      VALUES (1, 'main', 10, 11, 0, 0);
      INSERT INTO api_key (key, secret, account_id, created_at) VALUES ('k', 's', 1, 0)`);
    const directory = await loadDirectory(store.database);
    expect(directory.isOpen).toBe(false);
    expect(directory.key('k')).toEqual({
      key: 'k',
      secret: 's',
      account: { id: 1, name: 'main', ordersRollId: 10, referralRollId: 11, fees: { float: 0, fixed: null } },
    });

    await store.database.query('UPDATE api_key SET revoked_at = 1');
    const after = await loadDirectory(store.database);
    expect(after.key('k')).toBeUndefined();
    expect(after.isOpen).toBe(false);
  });

  it('knows the account that callers without a key share', async () => {
    expect((await loadDirectory(store.database)).anonymous).toMatchObject({
      id: 0,
      name: 'anonymous',
      ordersRollId: 0,
    });
  });
});
