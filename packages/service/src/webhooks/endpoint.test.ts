import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resendFrom, resumeWebhook, rotateSecret } from './manage-webhooks.ts';
import { openPoster } from './post.ts';
import { type HookWorld, openHookWorld } from './testing/hook-world.ts';
import { isSignedBy, status } from './testing/receiver.ts';
import { tryWebhook } from './trial.ts';

let hooks: HookWorld;
beforeEach(async () => {
  hooks = await openHookWorld();
});
afterEach(async () => {
  await hooks.close();
  expect(hooks.errors).toEqual([]);
});

describe('an endpoint', () => {
  it('is paused when an event was tried in vain for three days, and goes on when it is resumed', async () => {
    const shop = await hooks.receiver();
    shop.answer = status(503);
    const { webhook } = await hooks.endpoint(shop.url);
    hooks.node();
    await hooks.happen(1);
    for (let tried = 1; (await hooks.standing(webhook)).paused_at === null; tried++) {
      await hooks.until(async () => (await hooks.attempts(webhook.id)).length === tried);
      hooks.aheadMs += 4 * 3_600_000;
      if (tried > 40) throw new Error('never paused');
    }
    expect(await hooks.standing(webhook)).toMatchObject({ paused_why: 'failing', waiting: 0 });
    const tries = await hooks.attempts(webhook.id);
    expect(tries.at(-1)?.next_at_ms).toBeNull();
    expect(tries.length).toBeGreaterThan(10);
    await hooks.happen(1);
    const sofar = shop.received.length;
    shop.answer = status(200);
    await resumeWebhook(hooks.database, { id: webhook.id, accountId: webhook.account_id });
    await hooks.settled(webhook);
    const late = shop.received.slice(sofar).map(({ body }) => JSON.parse(body));
    expect(late.map(({ account_number, type }) => `${account_number} ${type}`).sort()).toEqual([
      '2 webhook.paused',
      '3 deposit.seen',
    ]);
  });

  it('that is gone is paused at once, and nothing of it is lost', async () => {
    const shop = await hooks.receiver();
    shop.answer = status(410);
    const { webhook } = await hooks.endpoint(shop.url);
    hooks.node();
    await hooks.happen(1);
    await hooks.until(async () => (await hooks.standing(webhook)).paused_why === 'gone');
    expect(await hooks.standing(webhook)).toMatchObject({ waiting: 1 });
  });

  it('is asked again when it said, within bounds', async () => {
    const shop = await hooks.receiver();
    shop.answer = status(429, { 'retry-after': '120' });
    const { webhook } = await hooks.endpoint(shop.url);
    hooks.node();
    const began = hooks.clockMs();
    await hooks.happen(1);
    await hooks.until(async () => (await hooks.attempts(webhook.id)).length === 1);
    const next_at_ms = (await hooks.attempts(webhook.id))[0]?.next_at_ms;
    expect(Number(next_at_ms) - began).toBeGreaterThanOrEqual(120_000);
    expect(Number(next_at_ms) - began).toBeLessThan(130_000);
  });

  it('that sends elsewhere was not reached: nobody follows', async () => {
    const [shop, elsewhere] = [await hooks.receiver(), await hooks.receiver()];
    shop.answer = status(307, { location: elsewhere.url });
    const { webhook } = await hooks.endpoint(shop.url);
    hooks.node();
    await hooks.happen(1);
    await hooks.until(async () => (await hooks.attempts(webhook.id)).length === 1);
    expect((await hooks.attempts(webhook.id))[0]).toMatchObject({ http_status: 307 });
    expect(elsewhere.received).toEqual([]);
  });

  it('that answers without end is read no further than a little', async () => {
    const shop = await hooks.receiver();
    shop.answer = (_, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(8_192)), 5);
      response.on('close', () => clearInterval(more));
    };
    const { webhook } = await hooks.endpoint(shop.url);
    hooks.node();
    await hooks.happen(1);
    await hooks.settled(webhook);
    expect(await hooks.attempts(webhook.id)).toMatchObject([{ http_status: 200 }]);
  });

  it('signs with both secrets while one is replaced, and with the new one alone after that', async () => {
    const shop = await hooks.receiver();
    const { webhook, secret: old } = await hooks.endpoint(shop.url);
    hooks.node();
    const name = { id: webhook.id, accountId: webhook.account_id };
    const { secret } = await rotateSecret(hooks.database, { box: hooks.box, now: hooks.now() }, name, 3_600);
    expect(secret).not.toBe(old);
    await hooks.happen(1);
    await hooks.settled(webhook);
    expect([secret, old].map((each) => isSignedBy(each, shop.received[0]!))).toEqual([true, true]);
    hooks.aheadMs += 3_601_000;
    await hooks.happen(1);
    await hooks.settled(webhook);
    expect([secret, old].map((each) => isSignedBy(each, shop.received[1]!))).toEqual([true, false]);
  });

  it('whose secret nobody can open any more is paused until it has a new one', async () => {
    const shop = await hooks.receiver();
    const { webhook } = await hooks.endpoint(shop.url);
    await hooks.database.query(`UPDATE webhook_secret SET sealed = '\\x00'`);
    hooks.node();
    await hooks.happen(1);
    await hooks.until(async () => (await hooks.standing(webhook)).paused_why === 'secret');
    const poster = openPoster({ resolve: async () => [], allowsLoopback: () => true });
    const trial = tryWebhook({ database: hooks.database, poster, box: hooks.box, now: hooks.now() }, webhook);
    await expect(trial).rejects.toThrow('rotate it');
    const name = { id: webhook.id, accountId: webhook.account_id };
    await hooks.until(
      async () => (await hooks.open.world.rows('SELECT 1 FROM webhook_due WHERE is_open')).length === 0,
    );
    const { secret } = await rotateSecret(hooks.database, { box: hooks.box, now: hooks.now() }, name, 0);
    await hooks.settled(webhook);
    expect(shop.received.map((each) => isSignedBy(secret, each))).toEqual([true]);
  });

  it('is sent again what came after a number, with the ids of before', async () => {
    const shop = await hooks.receiver();
    const { webhook } = await hooks.endpoint(shop.url);
    hooks.node();
    await hooks.happen(4);
    await hooks.settled(webhook);
    await resendFrom(hooks.database, { id: webhook.id, accountId: webhook.account_id }, 2);
    await hooks.settled(webhook);
    expect(shop.received).toHaveLength(6);
    expect(
      shop.received
        .slice(4)
        .map(({ body }) => JSON.parse(body).account_number)
        .sort(),
    ).toEqual([3, 4]);
    expect(shop.ids()).toHaveLength(4);
  });
});
