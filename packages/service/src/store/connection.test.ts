import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCuttingProxy } from '../../../../test/support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { CannotWrite } from './connection.ts';
import { openDatabase } from './database.ts';
import { transaction } from './transaction.ts';
import { isCutOff, isUnavailable } from './unavailable.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const setReadOnly = async (isSo: boolean) =>
  store.database.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${isSo}', current_database()); END $$`,
  );

describe('a connection', () => {
  it('says what it needs once it is there, as a pooler would not pass it on before', async () => {
    const shown = async (name: string) => (await store.database.query(`SHOW ${name}`)).rows[0][name];
    expect(await shown('statement_timeout')).toBe('15s');
    expect(await shown('idle_in_transaction_session_timeout')).toBe('6s');
    expect(await shown('plan_cache_mode')).toBe('force_generic_plan');
  });

  it('to a server that cannot be written to is given up, and the next finds one that can', async () => {
    const database = openDatabase({ connectionString: store.url }, 2);
    await setReadOnly(true);
    const error = await database.query('SELECT 1').catch((each: unknown) => each);
    expect(error).toBeInstanceOf(CannotWrite);
    expect([isUnavailable(error), isCutOff(error)]).toEqual([true, true]);
    expect(database.totalCount).toBe(0);
    await setReadOnly(false);
    expect((await database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await database.end();
  });

  it('to a server that was told to write no more is not used again', async () => {
    const database = openDatabase({ connectionString: store.url }, 1);
    const before = await database.query('SELECT pg_backend_pid() AS pid');
    await database.query('SET default_transaction_read_only = on');
    const error = await transaction(database, (client) => client.query('CREATE TABLE thing (id int)')).catch(
      (each: unknown) => each,
    );
    expect(isUnavailable(error)).toBe(true);
    const after = await database.query('SELECT pg_backend_pid() AS pid');
    expect(after.rows[0].pid).not.toBe(before.rows[0].pid);
    await database.end();
  });

  it('over a network that says nothing any more is not waited for, in a transaction either', async () => {
    const proxy = await openCuttingProxy(store.url);
    const database = openDatabase({ connectionString: proxy.url, query_timeout: 1_500 }, 1);
    let began = 0;
    const error = await transaction(database, async (client) => {
      await client.query('SELECT 1');
      proxy.fallSilent();
      began = Date.now();
      await client.query('SELECT 2');
    }).catch((each: unknown) => each);
    expect(isUnavailable(error)).toBe(true);
    // Once, not a second time for what would undo it.
    expect(Date.now() - began).toBeLessThan(2_900);
    expect(database.totalCount).toBe(0);
    await proxy.close();
    await database.end();
  });
});
