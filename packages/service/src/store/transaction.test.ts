import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { StartupError } from '../startup-error.ts';
import { checkServer, OLDEST_SERVER, openDatabase, refuseOldServer } from './database.ts';
import { transaction } from './transaction.ts';
import { isUnavailable } from './unavailable.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase(2);
  await store.database.query('CREATE TABLE thing (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
});
afterAll(() => store.drop());

const things = async () =>
  (await store.database.query('SELECT n FROM thing ORDER BY n')).rows.map(({ n }) => n);

describe('a transaction', () => {
  it('is committed as a whole, and returns what the work returned', async () => {
    const result = await transaction(store.database, async (client) => {
      await client.query('INSERT INTO thing VALUES (1)');
      expect(await things()).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await things()).toEqual([1]);
  });

  it('leaves nothing behind if the work throws, and throws the same', async () => {
    const fault = new Error('on purpose');
    await expect(
      transaction(store.database, async (client) => {
        await client.query('INSERT INTO thing VALUES (2)');
        throw fault;
      }),
    ).rejects.toBe(fault);
    expect(await things()).toEqual([1]);
  });

  it('throws if the commit itself is refused', async () => {
    await expect(
      transaction(store.database, (client) => client.query('INSERT INTO thing VALUES (1)')),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await things()).toEqual([1]);
  });

  it('gives its connection back, whole, however it ends', async () => {
    for (let n = 0; n < 10; n++) {
      await transaction(store.database, (client) => client.query('SELECT 1 / 0')).catch(() => {});
    }
    expect(await transaction(store.database, async () => 'still works')).toBe('still works');
  });

  it('throws if the server hangs up, and the next one works: the process does not end', async () => {
    const hangUp = transaction(store.database, (client) =>
      client.query('SELECT pg_terminate_backend(pg_backend_pid())'),
    );
    await expect(hangUp).rejects.toThrow();
    expect(await transaction(store.database, async () => 'still works')).toBe('still works');
  });
});

describe('the server', () => {
  it('is refused if it is too old, in one line that says what is needed', () => {
    expect(() => refuseOldServer(140_011)).toThrow(StartupError);
    expect(() => refuseOldServer(90_624)).toThrow(`PostgreSQL 9; Swapdesk needs ${OLDEST_SERVER} or newer`);
    expect(() => refuseOldServer(149_999)).toThrow(StartupError);
  });

  it('is taken if it is new enough', () => {
    for (const version of [150_000, 150_004, 180_004]) expect(refuseOldServer(version)).toBeUndefined();
  });

  it('is taken if it answers, and refused in one line if it does not', async () => {
    await expect(checkServer(store.database)).resolves.toBeUndefined();
    const nowhere = openDatabase({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, 1);
    const refused = checkServer(nowhere);
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(/^The database cannot be reached: [^\n]+$/);
    await nowhere.end();
  });
});

describe('the database', () => {
  it('gives ids and times as numbers and amounts as exact text', async () => {
    const { rows } = await store.database.query(
      `SELECT 9007199254740991::bigint AS id, 123456789012345678901234567890.123456789::numeric AS amount`,
    );
    expect(rows[0]).toEqual({ id: 9007199254740991, amount: '123456789012345678901234567890.123456789' });
  });

  it('that is away is told apart from one that has answered with an error', async () => {
    const nowhere = openDatabase({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, 1);
    const away = await nowhere.query('SELECT 1').catch((error: unknown) => error);
    await nowhere.end();
    const cut = await store.database
      .query('SELECT pg_terminate_backend(pg_backend_pid())')
      .catch((error: unknown) => error);
    const slow = await transaction(store.database, async (client) => {
      await client.query('SET LOCAL statement_timeout = 1');
      await client.query('SELECT pg_sleep(5)');
    }).catch((error: unknown) => error);
    expect([away, cut, slow].map(isUnavailable)).toEqual([true, true, true]);

    const wrong = await store.database.query('SELECT * FROM nothing').catch((error: unknown) => error);
    const twice = await store.database.query('INSERT INTO thing VALUES (1)').catch((error: unknown) => error);
    expect([wrong, twice, new Error('x'), null, 'ECONNRESET'].map(isUnavailable)).toEqual(
      Array(5).fill(false),
    );
  });
});
