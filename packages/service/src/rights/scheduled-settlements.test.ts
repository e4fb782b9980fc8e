import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { urlFor } from '../../../../test/support/database.ts';
import { proposeScheduled } from '../acts/schedule-settlements.ts';
import { addAffiliate, contextOf, earn, PAID_TO } from '../acts/testing/affiliate.ts';
import { listRefCodes } from '../affiliates/manage-ref-codes.ts';
import { listSettlements, readAffiliate } from '../affiliates/overview.ts';
import { namePayoutAddress, undoPayoutAddress } from '../affiliates/payout-address.ts';
import { openWorld, type World } from '../engine/testing/world.ts';
import { foldFigures } from '../figures/fold-figures.ts';
import { readStatementPage, sumStatement } from '../figures/statement-file.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { makeRoles, undoRoles } from './make-roles.ts';
import type { RoleName } from './parts.ts';

const prefix = `t${randomBytes(5).toString('hex')}`;
const options = { prefix, desk: { hasSigner: true, isSimulated: true }, verifiers: new Map() };
const KEY = { name: 'key 1', via: 'interface' } as const;
const pools: Database[] = [];
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await addAffiliate(world);
  await earn(world);
  world.settings = { ...world.settings, settle_schedule: 2, settle_from_usdt: 1 };
  await makeRoles(world.database, options);
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await undoRoles(world.database, options);
  await world.close();
});

async function as(role: RoleName): Promise<Database> {
  const connectionString = await urlFor(world.database);
  const pool = openDatabase({ connectionString, options: `-c role=${prefix}_${role}` }, 1);
  pools.push(pool);
  return pool;
}

const wish = () => ({
  accountId: 5,
  assetId: world.asset('Ethereum/ETH').id,
  address: PAID_TO.Ethereum,
});

it('an api node names where an account is paid from later on alone, and takes back what does not count yet alone', async () => {
  const api = await as('api');
  const now = Math.floor(Date.now() / 1_000);
  const named = (waitS: number) =>
    transaction(api, (client) => namePayoutAddress(client, wish(), KEY, { now, waitS }));
  await expect(named(3_600)).rejects.toThrow('from later on');
  expect((await named(259_200)).waiting).toMatchObject({ address: PAID_TO.Ethereum });
  await transaction(api, (client) => undoPayoutAddress(client, 5, KEY, now));
  await expect(
    api.query(`INSERT INTO account_told (account_id, at, type, facts) VALUES (5, 1, 'webhook.paused', '{}')`),
  ).rejects.toThrow('permission denied');
});

it('an api node shows an affiliate its own, another nothing of it, and nobody what the desk earns', async () => {
  const api = await as('api');
  await foldFigures(world.database);
  const span = { from: 0, until: world.now + 1 };
  const shown = async (accountId: number) => ({
    sums: await readAffiliate(api, accountId),
    codes: (await listRefCodes(api, accountId)).map(({ code }) => code),
    settlements: await listSettlements(api, accountId),
    month: await sumStatement(api, span, accountId),
    lines: await readStatementPage(api, span, accountId, undefined),
  });
  const own = await shown(5);
  expect(own).toMatchObject({
    sums: { orders: 1, earned: '5', due: '5', dueOrders: 1, onItsWay: '0', settled: '0' },
    codes: ['ref'],
    month: { orders: 1, commission: '5' },
    lines: [{ commissions: '5', code: 'ref', result: '0' }],
  });
  expect(await shown(6)).toMatchObject({
    sums: { orders: 0, earned: '0', due: '0', dueOrders: 0 },
    codes: ['other'],
    settlements: [],
    month: { orders: 0, commission: '0' },
    lines: [],
  });
  const no = own.lines?.[0]?.no as string;
  expect(await readStatementPage(api, span, 5, no)).toEqual([]);
  expect(await readStatementPage(api, span, 6, no)).toBeNull();
  for (const secret of ['result FROM order_figure', 'price FROM settlement'])
    await expect(api.query(`SELECT ${secret}`)).rejects.toThrow('permission denied');
});

it('an engine proposes by schedule what is due to the address that counts, and nothing of its own', async () => {
  const engine = await as('engine');
  await transaction(world.database, (client) =>
    namePayoutAddress(client, wish(), KEY, { now: world.now - 10, waitS: 10 }),
  );
  expect(await proposeScheduled(engine, contextOf(world))).toBe(1);
  expect(await proposeScheduled(engine, contextOf(world))).toBe(0);
  for (const refused of [
    `INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at)
     VALUES ('affiliate settle', 'affiliate', '{}', '[]', 'x', 'schedule', 1)`,
    `UPDATE proposal SET state = 'confirmed', decided_by = 'x', decided_via = 'console', decided_at = 1`,
    `INSERT INTO payout_address (account_id, asset_id, address, named_at, named_by, named_via, effective_at)
     VALUES (5, 1, 'thief', 1, 'x', 'interface', 2)`,
  ])
    await expect(engine.query(refused)).rejects.toThrow('permission denied');
});
