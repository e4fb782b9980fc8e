import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { deskKey } from '../secrets/desk-key.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import { loadDirectory } from './directory.ts';
import { boxName } from './keys.ts';

const box = secretBox(deskKey(Buffer.alloc(32)), 'API secrets');

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

describe('the directory', () => {
  it('is open as long as no key has ever been made, and never again', async () => {
    expect((await loadDirectory(store.database, box)).isOpen).toBe(true);
    await store.database.query(`
      INSERT INTO roll (id) VALUES (10), (11);
      INSERT INTO account (id, name, orders_roll_id, referral_roll_id, float_fee_ppm, created_at)
      VALUES (1, 'main', 10, 11, 0, 0)`);
    await store.database.query(
      "INSERT INTO api_key (key, sealed_secret, account_id, created_at) VALUES ('k', $1, 1, 0), ('forged', 's', 1, 0), ('moved', $1, 1, 0), ('none', NULL, 1, 0)",
      [box.seal(boxName('k', 1), Buffer.from('s'))],
    );
    const directory = await loadDirectory(store.database, box);
    expect(directory.isOpen).toBe(false);
    expect(directory.key('k')).toMatchObject({
      key: 'k',
      secret: 's',
      needsV2: false,
      account: { id: 1, name: 'main', ordersRollId: 10, referralRollId: 11, fees: { float: 0, fixed: null } },
    });
    // Whoever writes the store can neither make a key nor give somebody's secret to another.
    for (const forged of ['forged', 'moved', 'none']) expect(directory.key(forged)).toBeUndefined();
    expect((await loadDirectory(store.database, null)).key('k')).toBeUndefined();
    await store.database.query("UPDATE api_key SET account_id = 0 WHERE key = 'k'");
    expect((await loadDirectory(store.database, box)).key('k')).toBeUndefined();
    await store.database.query("UPDATE api_key SET account_id = 1 WHERE key = 'k'");

    await store.database.query('UPDATE api_key SET revoked_at = 1');
    const after = await loadDirectory(store.database, box);
    expect(after.key('k')).toBeUndefined();
    expect(after.isOpen).toBe(false);
  });

  it('knows the account that callers without a key share', async () => {
    expect((await loadDirectory(store.database, box)).anonymous).toMatchObject({
      id: 0,
      name: 'anonymous',
      ordersRollId: 0,
      fees: { isKeyless: true },
    });
  });
});
