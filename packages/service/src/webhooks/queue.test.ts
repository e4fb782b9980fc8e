import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetAttempts, MOST_KEPT } from './attempts.ts';
import { claimDue, giveBack, MOST_OF_ACCOUNT, MOST_OPEN } from './claim.ts';
import { FullBacklogs } from './full-backlogs.ts';
import {
  changeWebhook,
  createWebhook,
  MOST_WEBHOOKS,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  rotateSecret,
} from './manage-webhooks.ts';
import { dropDue, storeOutcomes } from './store-outcomes.ts';
import { MOST_WAITING, takeUp } from './take-up.ts';
import { type HookWorld, openHookWorld } from './testing/hook-world.ts';
import { pausedByThemselves } from './webhook-standing.ts';

const URL = 'http://127.0.0.1:9/hook';
const DAY_MS = 86_400_000;

let hooks: HookWorld;
beforeEach(async () => {
  hooks = await openHookWorld();
});
afterEach(() => hooks.close());

const waiting = async () => (await hooks.open.world.rows('SELECT 1 FROM webhook_due')).length;
const up = async (nowMs: number, backlogs = new FullBacklogs()) =>
  (await takeUp(hooks.database, nowMs, { backlogs })).looked;
const claimed = async (nowMs: number, most: number, areStruggling = false) =>
  (await claimDue(hooks.database, { nowMs, most, areStruggling })).deliveries;
const claim = (nowMs: number, areStruggling = false) => claimed(nowMs, 99, areStruggling);

it('of a log that grows while nobody takes it, so much waits in rows of its own, and the rest in the log', async () => {
  const { webhook } = await hooks.endpoint(URL);
  await hooks.happen(MOST_WAITING + 500);
  while ((await up(0)) > 0) {}
  expect(await waiting()).toBe(MOST_WAITING);
  expect(await hooks.standing(webhook)).toMatchObject({ position: MOST_WAITING, waiting: MOST_WAITING });
});

it('what was archived before it was sent is passed over', async () => {
  const { webhook } = await hooks.endpoint(URL);
  await hooks.happen(2);
  await hooks.database.query('DELETE FROM order_event WHERE id = (SELECT min(id) FROM order_event)');
  await up(0);
  expect(await hooks.standing(webhook)).toMatchObject({ position: 2, waiting: 1 });
});

it('an event is taken once, however many take at the same time', async () => {
  await hooks.endpoint(URL);
  await hooks.happen(40);
  await up(0);
  const taken = (await Promise.all([claim(1), claim(1), claim(1)])).flat();
  expect(taken.length).toBeGreaterThanOrEqual(MOST_OPEN);
  expect(new Set(taken.map(({ number }) => number)).size).toBe(taken.length);
});

it('of an endpoint no more is taken than may be under way', async () => {
  await hooks.endpoint(URL);
  await hooks.happen(40);
  await up(0);
  expect(await claim(1)).toHaveLength(MOST_OPEN);
  expect(await claim(2)).toEqual([]);
  // As if all of these had been killed.
  expect(await claim(100_000)).toHaveLength(MOST_OPEN);
});

it('what is new and may be under way is taken as it is taken up, within the same bounds; the rest waits', async () => {
  const { webhook: first } = await hooks.endpoint(URL);
  const { webhook: struggling } = await hooks.endpoint(URL);
  await hooks.database.query('UPDATE webhook_endpoint SET failures = 3 WHERE id = $1', [struggling.id]);
  await hooks.happen(40);
  const { looked, waiting: left, deliveries } = await takeUp(hooks.database, 5, { most: 999 });
  expect([looked, left]).toEqual([80, 48]);
  expect(deliveries).toHaveLength(MOST_OPEN);
  expect(deliveries[0]).toMatchObject({ endpoint_id: first.id, account_id: first.account_id, url: URL });
  expect(deliveries[0]).toMatchObject({ number: 1, tries: 1, first_at_ms: 5 });
  expect(deliveries[0]?.sealed).toHaveLength(1);
  // It is under way: nobody else takes it until nobody believes that any more.
  expect(await claim(6)).toEqual([]);
  await hooks.happen(3);
  expect((await takeUp(hooks.database, 7, { most: 999 })).deliveries).toEqual([]);
  expect(await claim(100_000)).toHaveLength(MOST_OPEN);
  expect(await waiting()).toBe(86);
});

it('of what is new no more is taken than the node and the account have room for', async () => {
  for (let n = 0; n < 6; n++) await hooks.endpoint(URL);
  await hooks.happen(30);
  const few = await takeUp(hooks.database, 1, { most: 7 });
  expect([few.deliveries.length, few.waiting]).toEqual([7, 173]);
  const other = hooks.open.other.account.id;
  await hooks.endpoint(URL, { accountId: other, after: 0 });
  await hooks.happen(MOST_OPEN, { caller: hooks.open.other });
  expect((await takeUp(hooks.database, 1, { most: 999 })).deliveries).toHaveLength(MOST_OPEN);
  await hooks.database.query('DELETE FROM webhook_due');
  await hooks.happen(30);
  expect((await takeUp(hooks.database, 1, { most: 999 })).deliveries).toHaveLength(MOST_OF_ACCOUNT);
});

it('of all endpoints of an account no more is taken than leaves room for others, who are not behind it', async () => {
  for (let n = 0; n < 6; n++) await hooks.endpoint(URL);
  await hooks.happen(40);
  await hooks.endpoint(URL, { accountId: hooks.open.other.account.id, after: 0 });
  await hooks.happen(40, { caller: hooks.open.other });
  await up(0);
  const taken = await claimed(1, 60);
  const shop = hooks.open.shop.account.id;
  expect(taken.filter(({ account_id }) => account_id !== shop).length).toBeGreaterThanOrEqual(28);
  const more = await claimed(2, 999);
  expect([...taken, ...more].filter(({ account_id }) => account_id === shop)).toHaveLength(MOST_OF_ACCOUNT);
});

it('who takes events slowly struggles as one does who fails', async () => {
  const { webhook } = await hooks.endpoint(URL);
  await hooks.happen(20);
  await up(0);
  const slow = (await claim(1)).slice(0, 3).map((delivery) => ({
    delivery,
    outcome: { status: 200, error: null, retryAfterMs: null, tookMs: 9_000 },
    atMs: 2,
    nextAtMs: null,
  }));
  await storeOutcomes(hooks.database, slow, 1);
  expect(await hooks.standing(webhook)).toMatchObject({ waiting: 17, paused_at: null });
  expect(await claim(100_000)).toEqual([]);
  expect(await claim(100_000, true)).toHaveLength(1);
});

it('those who make endpoints at the same moment make no more than an account may have', async () => {
  const made = await Promise.allSettled(
    Array.from({ length: MOST_WEBHOOKS + 10 }, () => hooks.endpoint(URL)),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST_WEBHOOKS);
});

it('an endpoint that has failed three times in a row gets one attempt at a time, until it takes one', async () => {
  const { webhook } = await hooks.endpoint(URL);
  await hooks.happen(20);
  await up(0);
  const outcome = (status: number) => ({ status, error: null, retryAfterMs: null, tookMs: 1 });
  const taken = await claim(1);
  const failed = taken
    .slice(0, 3)
    .map((delivery) => ({ delivery, outcome: outcome(500), atMs: 1, nextAtMs: 9 }));
  await storeOutcomes(hooks.database, failed, 1);
  expect(await claim(10)).toEqual([]);
  expect(await claim(10, true)).toEqual([]);
  const rest = taken.slice(3).map((delivery) => ({ delivery, outcome: outcome(500), atMs: 1, nextAtMs: 9 }));
  await storeOutcomes(hooks.database, rest, 1);
  const [one, ...more] = await claim(10, true);
  expect(more).toEqual([]);
  await storeOutcomes(
    hooks.database,
    [{ delivery: one!, outcome: outcome(200), atMs: 10, nextAtMs: null }],
    1,
  );
  expect(await claim(10)).toHaveLength(19);
  expect(await hooks.standing(webhook)).toMatchObject({ waiting: 19 });
});

it('of an endpoint for which as much waits as may its backlog is not counted in every round: of one that takes nothing seldom', async () => {
  const { webhook } = await hooks.endpoint(URL);
  await hooks.happen(MOST_WAITING + 5);
  const backlogs = new FullBacklogs();
  while ((await up(0, backlogs)) > 0) {}
  expect([backlogs.at(4), backlogs.at(5)]).toEqual([[webhook.id], []]);
  await hooks.database.query('UPDATE webhook_endpoint SET failures = 3');
  expect(await up(5, backlogs)).toBe(0);
  expect([backlogs.at(5), backlogs.at(5_004)]).toEqual([[webhook.id], [webhook.id]]);
  await hooks.database.query('DELETE FROM webhook_due WHERE number <= 5');
  expect(await up(5_004, backlogs)).toBe(0);
  expect(await up(5_005, backlogs)).toBe(5);
});

it('of many full backlogs each is counted the more seldom', () => {
  const backlogs = new FullBacklogs();
  const full = Array.from({ length: 1_000 }, (_, n) => n);
  backlogs.note({ stuck: [], full }, 0);
  expect([backlogs.at(4_999).length, backlogs.at(5_000).length]).toEqual([1_000, 0]);
});

it('one statement takes up no more than a store can do at once, of whichever endpoints, until all is taken up', async () => {
  await hooks.happen(60);
  await hooks.database.query(
    `INSERT INTO webhook_endpoint (account_id, url, types, position, created_at)
     SELECT $1, $2, '{}', 0, 0 FROM generate_series(1, 230)`,
    [hooks.open.shop.account.id, URL],
  );
  const looked: number[] = [];
  do looked.push(await up(0));
  while (looked.at(-1) !== 0);
  expect(Math.max(...looked)).toBeLessThanOrEqual(5_000);
  expect(looked.length).toBeGreaterThan(2);
  expect(await waiting()).toBe(230 * 60);
});

it('says whether more is to be sent now than there was room for', async () => {
  await hooks.endpoint(URL);
  await hooks.happen(MOST_OPEN + 8);
  await up(0);
  const asked = { nowMs: 1, most: 999, areStruggling: false };
  expect(await claimDue(hooks.database, asked)).toMatchObject({ isLeft: true });
  expect(await claimDue(hooks.database, asked)).toEqual({ deliveries: [], isLeft: true });
  await hooks.database.query('DELETE FROM webhook_due WHERE is_open');
  const { deliveries, isLeft } = await claimDue(hooks.database, asked);
  expect([deliveries.length, isLeft]).toEqual([8, false]);
  expect(await claimDue(hooks.database, { ...asked, most: 0 })).toEqual({ deliveries: [], isLeft: true });
});

it('whoever struggles does so until it takes something, changed or resumed as it may be', async () => {
  const { webhook } = await hooks.endpoint(URL);
  const name = { id: webhook.id, accountId: null };
  await hooks.database.query('UPDATE webhook_endpoint SET failures = 5');
  const failures = async () => (await hooks.open.world.rows('SELECT failures FROM webhook_endpoint'))[0];
  await changeWebhook(hooks.database, { allowsLoopback: true }, name, { url: `${URL}/again` });
  expect(await failures()).toEqual({ failures: 5 });
  await pauseWebhook(hooks.database, name, 1);
  await resumeWebhook(hooks.database, name);
  expect(await failures()).toEqual({ failures: 5 });
});

it('two nodes that drop or give back what is of several endpoints wait for each other in one order', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 2; n++) ids.push((await hooks.endpoint(URL)).webhook.id);
  await hooks.happen(1);
  await up(0);
  const taken = await claim(1);
  expect(taken.map(({ endpoint_id }) => endpoint_id).sort()).toEqual(ids);
  const waits = () =>
    hooks.open.world.rows(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
  for (const work of [giveBack, dropDue]) {
    for (const [first, second] of [ids, [...ids].reverse()]) {
      await hooks.database.query(
        `INSERT INTO webhook_due (endpoint_id, number, tries, next_at_ms, is_open) SELECT id, 1, 1, 0, true FROM webhook_endpoint
             ON CONFLICT (endpoint_id, number) DO UPDATE SET tries = 1, is_open = true`,
      );
      const other = await hooks.database.connect();
      await other.query('BEGIN');
      // As one who stores what became of attempts does, of the endpoint that comes first.
      await other.query('SELECT FROM webhook_endpoint WHERE id = $1 FOR NO KEY UPDATE', [Math.min(...ids)]);
      const given = [first, second].map((id) => taken.find((each) => each.endpoint_id === id)!);
      const working = work(hooks.database, given);
      await hooks.until(async () => (await waits()).length > 0);
      // It holds nothing of the other endpoint while it waits.
      await other.query("SET LOCAL lock_timeout = '1s'");
      await other.query('UPDATE webhook_due SET is_open = true WHERE endpoint_id = $1', [Math.max(...ids)]);
      await other.query('ROLLBACK');
      other.release();
      await working;
    }
  }
  expect(await waiting()).toBe(0);
});

it('what comes of an endpoint that was removed meanwhile is of nobody', async () => {
  const { webhook } = await hooks.endpoint(URL);
  await hooks.happen(1);
  await up(0);
  const [delivery] = await claim(1);
  await removeWebhook(hooks.database, { id: webhook.id, accountId: null });
  const outcome = { status: 200, error: null, retryAfterMs: null, tookMs: 1 };
  await storeOutcomes(hooks.database, [{ delivery: delivery!, outcome, atMs: 1, nextAtMs: null }], 1);
  expect(await hooks.open.world.rows('SELECT 1 FROM webhook_attempt')).toEqual([]);
});

it('attempts are forgotten when they are old, and no others', async () => {
  const { webhook } = await hooks.endpoint(URL);
  await hooks.database.query(
    `INSERT INTO webhook_attempt (endpoint_id, number, try, at_ms, took_ms)
     SELECT $1, n, 1, n * $2::bigint, 1 FROM generate_series(1, 12000) AS n`,
    [webhook.id, DAY_MS],
  );
  await forgetAttempts(hooks.database, 12_000 * DAY_MS, 14);
  expect(await hooks.open.world.rows('SELECT min(number)::int AS oldest FROM webhook_attempt')).toEqual([
    { oldest: 11_986 },
  ]);
});

it('of an endpoint that is tried often the newest attempts are kept, and no more than so many', async () => {
  const { webhook: busy } = await hooks.endpoint(URL);
  const { webhook: quiet } = await hooks.endpoint(URL);
  await hooks.database.query(
    `INSERT INTO webhook_attempt (endpoint_id, number, try, at_ms, took_ms)
     SELECT $1::bigint, n, 1, n, 1 FROM generate_series(1, $3::int) AS n UNION ALL SELECT $2::bigint, 1, 1, 1, 1`,
    [busy.id, quiet.id, MOST_KEPT + 6_000],
  );
  await forgetAttempts(hooks.database, 1, 14);
  expect(
    await hooks.open.world.rows(
      'SELECT endpoint_id AS id, count(*)::int AS many, min(number)::int AS oldest FROM webhook_attempt GROUP BY 1 ORDER BY 1',
    ),
  ).toEqual([
    { id: busy.id, many: MOST_KEPT, oldest: 6_001 },
    { id: quiet.id, many: 1, oldest: 1 },
  ]);
});

it('an account is told how many of its endpoints paused by themselves, not of those that somebody paused', async () => {
  const { webhook } = await hooks.endpoint(URL);
  const { webhook: asked } = await hooks.endpoint(URL);
  const { id: accountId } = hooks.open.shop.account;
  await pauseWebhook(hooks.database, { id: asked.id, accountId }, 1);
  expect(await pausedByThemselves(hooks.database, accountId)).toBe(0);
  await hooks.happen(1);
  await up(0);
  const [delivery] = await claim(1);
  const outcome = { status: 410, error: null, retryAfterMs: null, tookMs: 1 };
  await storeOutcomes(hooks.database, [{ delivery: delivery!, outcome, atMs: 1, nextAtMs: null }], 1);
  expect(await pausedByThemselves(hooks.database, accountId)).toBe(1);
  expect(await pausedByThemselves(hooks.database, hooks.open.other.account.id)).toBe(0);
  await resumeWebhook(hooks.database, { id: webhook.id, accountId });
  expect(await pausedByThemselves(hooks.database, accountId)).toBe(0);
});

it('an account has so many endpoints, and says nothing about those of others', async () => {
  const context = { box: hooks.box, allowsLoopback: true, now: 0 };
  const { id: accountId } = hooks.open.shop.account;
  const make = () => createWebhook(hooks.database, context, { accountId, url: URL, types: [] });
  const { webhook } = await make();
  for (let n = 1; n < MOST_WEBHOOKS; n++) await make();
  await expect(make()).rejects.toThrow('too many webhooks');
  const theirs = { id: webhook.id, accountId: hooks.open.other.account.id };
  await expect(resumeWebhook(hooks.database, theirs)).rejects.toThrow('webhook not found');
});

it('a secret moved to another endpoint opens nothing there, and three at most are good at once', async () => {
  const { webhook } = await hooks.endpoint(URL);
  const name = { id: webhook.id, accountId: null };
  for (let n = 0; n < 5; n++) await rotateSecret(hooks.database, { box: hooks.box, now: 0 }, name, 60);
  expect(await hooks.open.world.rows('SELECT number FROM webhook_secret ORDER BY number')).toEqual(
    [4, 5, 6].map((number) => ({ number })),
  );
  const { webhook: other } = await hooks.endpoint(URL);
  await hooks.database.query(
    'UPDATE webhook_secret SET sealed = (SELECT sealed FROM webhook_secret WHERE endpoint_id = $1 AND number = 6) WHERE endpoint_id = $2',
    [webhook.id, other.id],
  );
  await hooks.happen(1);
  hooks.node();
  await hooks.until(async () => (await hooks.standing(other)).paused_why === 'secret');
});
