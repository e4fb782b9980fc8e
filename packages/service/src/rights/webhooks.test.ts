import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { urlFor } from '../../../../test/support/database.ts';
import { webhookBacklog } from '../observe/webhook-backlog.ts';
import { webhookFinding } from '../observe/webhook-finding.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { forgetAttempts, listAttempts } from '../webhooks/attempts.ts';
import { claimDue, giveBack } from '../webhooks/claim.ts';
import * as manage from '../webhooks/manage-webhooks.ts';
import { dropDue, pauseWithoutSecret, storeOutcomes } from '../webhooks/store-outcomes.ts';
import { listWebhooks } from '../webhooks/stored-webhook.ts';
import { takeUp } from '../webhooks/take-up.ts';
import { type HookWorld, openHookWorld } from '../webhooks/testing/hook-world.ts';
import { tryWebhook } from '../webhooks/trial.ts';
import { makeRoles, undoRoles } from './make-roles.ts';
import type { RoleName } from './parts.ts';

const prefix = `t${randomBytes(5).toString('hex')}`;
const options = { prefix, desk: { hasSigner: false, isSimulated: true }, verifiers: new Map() };
const pools: Database[] = [];
let hooks: HookWorld;
beforeAll(async () => {
  hooks = await openHookWorld();
  await makeRoles(hooks.database, options);
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await undoRoles(hooks.database, options);
  await hooks.close();
});

async function as(role: RoleName): Promise<Database> {
  const connectionString = await urlFor(hooks.database);
  const pool = openDatabase({ connectionString, options: `-c role=${prefix}_${role}` }, 2);
  pools.push(pool);
  return pool;
}

const NOTHING = { status: 204, error: null, retryAfterMs: null, tookMs: 1 };
const poster = { post: async () => NOTHING, close: () => {} };

it('an api node makes, sends and stores; operators look after all; engines forget what is old; none else reads a secret', async () => {
  const [api, console, engine, reports] = [
    await as('api'),
    await as('console'),
    await as('engine'),
    await as('reports'),
  ];
  const { box } = hooks;
  const context = { box, allowsLoopback: false, now: hooks.now() };
  const { id: accountId } = hooks.open.shop.account;
  for (const role of [api, console]) {
    const wish = { accountId, url: 'https://shop.example/', types: [] };
    const { webhook } = await transaction(role, (client) => manage.createWebhook(client, context, wish));
    const name = { id: webhook.id, accountId };
    await manage.changeWebhook(role, context, name, { types: ['deposit.seen'] });
    await manage.rotateSecret(role, context, name, 60);
    await manage.pauseWebhook(role, name, context.now);
    await manage.resumeWebhook(role, name);
    await manage.resendFrom(role, name, 0);
    await tryWebhook({ database: role, poster, box, now: context.now }, webhook);
    expect(await listAttempts(role, name, { before: null, limit: 9 })).toHaveLength(1);
    if (role === console) await manage.removeWebhook(role, name);
  }
  await hooks.happen(3);
  const nowMs = hooks.clockMs();
  // What happened to the orders, and that webhooks were paused, twice.
  expect(await takeUp(api, nowMs)).toMatchObject({ looked: 5 });
  const { deliveries } = await claimDue(api, { nowMs, most: 9, areStruggling: false });
  const [first, ...more] = deliveries;
  await storeOutcomes(
    api,
    [{ delivery: first!, outcome: NOTHING, atMs: nowMs, nextAtMs: null }],
    context.now,
  );
  await giveBack(api, more);
  await dropDue(api, more);
  await pauseWithoutSecret(api, [first!.endpoint_id], context.now);
  const [webhook] = await listWebhooks(api, accountId);
  expect(webhook).toMatchObject({ waiting: 0, position: 5, paused_why: 'secret' });
  for (const role of [engine, console, reports])
    expect(await webhookFinding(role, context.now)).toMatchObject({
      isWell: false,
      facts: expect.stringContaining('of shop needs a new secret'),
    });
  // Whoever tells people that something is wrong knows of it, and not where it goes.
  const of = `${webhook!.id} of ${webhook!.account}`;
  expect(await webhookFinding(engine, context.now)).toMatchObject({
    isWell: false,
    facts: expect.stringContaining(`${of} needs a new secret`),
    page: '/webhooks',
  });
  expect(await webhookBacklog(engine, 2)).toMatchObject([{ isWell: true }]);
  await manage.resumeWebhook(console, { id: webhook!.id, accountId: null });
  await manage.resendFrom(console, { id: webhook!.id, accountId: null }, 0);
  expect(await webhookBacklog(engine, 2)).toMatchObject([
    { isWell: false, facts: expect.stringContaining(`${of} 5 events`), page: '/webhooks' },
  ]);
  await forgetAttempts(engine, nowMs + 10 * 86_400_000, 9);
  expect(await hooks.open.world.rows('SELECT 1 FROM webhook_attempt')).toEqual([]);

  const refused = [
    [api, 'DELETE FROM webhook_attempt'],
    [api, 'UPDATE webhook_attempt SET http_status = 200'],
    [api, 'UPDATE webhook_endpoint SET account_id = 7'],
    [api, `UPDATE webhook_secret SET sealed = ''`],
    [engine, 'SELECT * FROM webhook_secret'],
    [engine, 'SELECT * FROM webhook_endpoint'],
    [reports, 'SELECT * FROM webhook_secret'],
    [reports, 'SELECT url FROM webhook_endpoint'],
  ] as const;
  for (const [whoever, sql] of refused)
    await expect(whoever.query(sql), sql).rejects.toThrow('permission denied');
  await manage.removeWebhook(api, { id: webhook!.id, accountId });
});
