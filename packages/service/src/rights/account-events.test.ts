import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { urlFor } from '../../../../test/support/database.ts';
import { numberEvents } from '../events/number-events.ts';
import { lastOfAccount, readAccounts } from '../events/read-account.ts';
import { type AccountWorld, openAccountWorld } from '../events/testing/account-world.ts';
import { changeStatus } from '../orders/change-status.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { readMigrations } from '../store/migrations.ts';
import { makeRoles, undoRoles } from './make-roles.ts';
import type { RoleName } from './parts.ts';

const prefix = `t${randomBytes(5).toString('hex')}`;
const options = { prefix, desk: { hasSigner: false, isSimulated: true }, verifiers: new Map() };
const pools: Database[] = [];
let open: AccountWorld;
beforeAll(async () => {
  open = await openAccountWorld();
  await makeRoles(open.world.database, options);
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await undoRoles(open.world.database, options);
  await open.world.close();
});

async function as(role: RoleName): Promise<Database> {
  const connectionString = await urlFor(open.world.database);
  const pool = openDatabase({ connectionString, options: `-c role=${prefix}_${role}` }, 1);
  pools.push(pool);
  return pool;
}

it('an engine tells and numbers, an api node reads, and neither makes up or changes what an account is told', async () => {
  const { world, shop } = open;
  const order = await world.place({ caller: shop });
  const [engine, api] = [await as('engine'), await as('api')];
  await changeStatus(engine, { orderIds: [order.id], from: 1, to: 2, cause: 'seen', at: 1 });
  expect(await numberEvents(engine)).toBe(1);
  const { id } = shop.account;
  expect(await lastOfAccount(api, id)).toBe(1);
  expect((await readAccounts(api, [{ accountId: id, after: 0 }], 9))[0]?.events).toMatchObject([
    { account_number: 1, order_number: 1, order_no: order.no, to_status: 2 },
  ]);
  const refused = [
    [engine, 'INSERT INTO event_due (event_id, order_id, account_id) VALUES (1, 1, 1)'],
    [engine, 'UPDATE account_event SET number = 7'],
    [engine, 'DELETE FROM account_event'],
    [api, 'DELETE FROM event_due'],
    [
      api,
      'INSERT INTO account_event (account_id, number, order_id, event_id, order_number) VALUES (1, 2, 1, 1, 1)',
    ],
  ] as const;
  for (const [whoever, sql] of refused) await expect(whoever.query(sql)).rejects.toThrow('permission denied');
});

it('where roles were made before there was a log, an engine of the version before tells at once', async () => {
  const { world, shop } = open;
  await world.database.query('DROP TABLE event_due, account_event; DROP FUNCTION note_event_due CASCADE');
  const migration = (await readMigrations()).find(({ name }) => name.startsWith('0038'));
  await world.database.query(migration?.sql ?? '');
  const order = await world.place({ caller: shop });
  await changeStatus(await as('engine'), { orderIds: [order.id], from: 1, to: 2, cause: 'seen', at: 1 });
  expect(await world.rows('SELECT order_id FROM event_due')).toEqual([{ order_id: order.id }]);
});
