import { AccountEventsResponse, serializer } from '@swapdesk/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAccounts } from '../events/read-account.ts';
import { callerOf } from '../events/testing/account-world.ts';
import { shownAccountEvent } from '../events/view.ts';
import { claimDue, MOST_OPEN } from './claim.ts';
import { takeUp } from './take-up.ts';
import { type HookWorld, openHookWorld } from './testing/hook-world.ts';
import { type Answer, isSignedBy, status } from './testing/receiver.ts';

let hooks: HookWorld;
beforeEach(async () => {
  hooks = await openHookWorld();
});
afterEach(async () => {
  await hooks.close();
  expect(hooks.errors).toEqual([]);
});

describe('what happens to the orders of an account', () => {
  it('is sent to its endpoint, signed, with the body that the log shows and an id of its own', async () => {
    const shop = await hooks.receiver();
    const { webhook, secret } = await hooks.endpoint(shop.url);
    hooks.node();
    await hooks.happen(3);
    await hooks.happen(2, { caller: hooks.open.other });
    await hooks.settled(webhook);
    const { id } = hooks.open.shop.account;
    expect(shop.ids().sort()).toEqual([1, 2, 3].map((number) => `evt_${id}_${number}_0`));
    expect(shop.received.every((each) => isSignedBy(secret, each))).toBe(true);
    const [read] = await readAccounts(hooks.database, [{ accountId: id, after: 0 }], 9);
    const data =
      read?.events.map((each) => shownAccountEvent(each, hooks.open.world.market().catalogue)) ?? [];
    const page = serializer(AccountEventsResponse)({
      code: 0,
      msg: '',
      data,
      next: 3,
      last: 3,
      paused_webhooks: 0,
    });
    const bodies = [...shop.received].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ body }) => body);
    expect(page).toContain(`"data":[${bodies.join(',')}]`);
    expect(await hooks.attempts(webhook.id)).toMatchObject(
      [1, 2, 3].map(() => ({ try: 1, http_status: 204, next_at_ms: null })),
    );
    expect(await hooks.standing(webhook)).toMatchObject({ position: 3, waiting: 0 });
  });

  it('is sent by types where some alone are wanted, from the number on that was said, or from now on', async () => {
    await hooks.happen(2);
    const [all, some, fresh] = [await hooks.receiver(), await hooks.receiver(), await hooks.receiver()];
    const made = [
      await hooks.endpoint(all.url, { after: 0 }),
      await hooks.endpoint(some.url, { after: 0, types: ['payout.sent'] }),
      await hooks.endpoint(fresh.url),
    ];
    hooks.node();
    await hooks.happen(1, { type: 'payout.sent' });
    for (const { webhook } of made) await hooks.settled(webhook);
    expect(all.received).toHaveLength(3);
    expect(some.received.map(({ body }) => JSON.parse(body).type)).toEqual(['payout.sent']);
    expect(fresh.received.map(({ body }) => JSON.parse(body).account_number)).toEqual([3]);
  });

  it('is tried again by itself with the same id and body, while what comes after it arrives', async () => {
    const shop = await hooks.receiver();
    const { webhook, secret } = await hooks.endpoint(shop.url);
    shop.answer = (each, response) =>
      void response.writeHead(each.body.includes('"account_number":2,') ? 500 : 200).end('no');
    hooks.node();
    await hooks.happen(4);
    await hooks.until(
      async () => (await hooks.standing(webhook)).waiting === 1 && shop.received.length === 4,
    );
    await hooks.until(async () => (await hooks.attempts(webhook.id)).length === 4);
    const [failed] = (await hooks.attempts(webhook.id)).filter(({ number }) => Number(number) === 2);
    expect(failed).toMatchObject({ http_status: 500, error: null });
    shop.answer = status(200);
    hooks.aheadMs += 6_000;
    await hooks.settled(webhook);
    const twice = shop.received.filter(({ body }) => body.includes('"account_number":2,'));
    expect(twice).toHaveLength(2);
    expect(new Set(twice.map(({ id, body }) => id + body)).size).toBe(1);
    expect(twice.every((each) => isSignedBy(secret, each))).toBe(true);
    expect(shop.received).toHaveLength(5);
  });

  it('delays nobody else where it hangs, and is under way a few times at once', async () => {
    const [hung, quick] = [await hooks.receiver(), await hooks.receiver()];
    let open = 0;
    let most = 0;
    hung.answer = (_, response) => {
      most = Math.max(most, ++open);
      response.on('close', () => void open--);
    };
    const { webhook: stuck } = await hooks.endpoint(hung.url);
    const { webhook } = await hooks.endpoint(quick.url);
    hooks.node();
    await hooks.happen(200);
    const began = Date.now();
    await hooks.settled(webhook);
    expect(quick.ids()).toHaveLength(200);
    expect(Date.now() - began).toBeLessThan(10_000);
    await hooks.until(async () => hung.received.length >= 20);
    expect(most).toBeLessThanOrEqual(MOST_OPEN);
    // By now it struggles.
    await hooks.until(async () => open <= 1 && (await hooks.attempts(stuck.id)).length > 0);
    expect((await hooks.attempts(stuck.id))[0]).toMatchObject({ error: 'not in time', http_status: null });
  });
});

describe('an endpoint that struggles', () => {
  it('is sent to while others have more to be sent than the node has room for', async () => {
    const [slow, well] = [await hooks.receiver(), await hooks.receiver()];
    slow.answer = (_, response) => void setTimeout(() => response.writeHead(204).end(), 300);
    const { webhook } = await hooks.endpoint(well.url, { accountId: hooks.open.other.account.id });
    await hooks.database.query('UPDATE webhook_endpoint SET failures = 3 WHERE id = $1', [webhook.id]);
    // Of one account 128 may be under way, of two as many as a node has.
    const second = await callerOf(hooks.open.world, 'second');
    for (const caller of [hooks.open.shop, second]) {
      for (let n = 0; n < 8; n++) await hooks.endpoint(slow.url, { accountId: caller.account.id, after: 0 });
      await hooks.happen(400, { caller });
    }
    hooks.node();
    await hooks.until(async () => slow.received.length > 100);
    await hooks.happen(1, { caller: hooks.open.other });
    await well.has(1);
    expect(slow.received.length).toBeLessThan(3_000);
  });
});

describe('an event that cannot be written', () => {
  it('holds up no other, is told to whoever runs the service, and is tried again', async () => {
    const shop = await hooks.receiver();
    const { webhook } = await hooks.endpoint(shop.url);
    await hooks.happen(1);
    // An asset that this node does not know, as a newer version may have written.
    await hooks.database.query('UPDATE order_event SET asset_id = 999999');
    await hooks.happen(2);
    hooks.node();
    await shop.has(2);
    await hooks.until(async () => (await hooks.attempts(webhook.id)).length === 3);
    expect(shop.ids().map((id) => id.split('_')[2])).toEqual(expect.arrayContaining(['2', '3']));
    const broken = (await hooks.attempts(webhook.id)).find(({ number }) => Number(number) === 1);
    expect(broken).toMatchObject({ http_status: null, error: 'could not be written: ours to mend' });
    expect(Number(broken?.next_at_ms)).toBeGreaterThan(0);
    expect(await hooks.standing(webhook)).toMatchObject({ waiting: 1, paused_at: null });
    expect(hooks.errors.splice(0)).toHaveLength(1);
    await hooks.database.query('UPDATE order_event SET asset_id = 1');
    hooks.aheadMs += 6_000;
    await hooks.settled(webhook);
    expect(shop.ids()).toHaveLength(3);
  });
});

describe('that a webhook was paused', () => {
  it('is told in the log of its account, and sent to its other webhooks', async () => {
    const [gone, other] = [await hooks.receiver(), await hooks.receiver()];
    gone.answer = status(410);
    const { webhook } = await hooks.endpoint(gone.url);
    const { webhook: second } = await hooks.endpoint(other.url, { types: ['webhook.paused'] });
    hooks.node();
    await hooks.happen(1);
    await hooks.until(async () => (await hooks.standing(webhook)).paused_why === 'gone');
    await hooks.happen(1);
    await hooks.settled(second);
    const { id } = hooks.open.shop.account;
    const [read] = await readAccounts(hooks.database, [{ accountId: id, after: 0 }], 9);
    const shown = read?.events.map((each) => shownAccountEvent(each, hooks.open.world.market().catalogue));
    // The event that was written first has the lower number.
    expect(shown?.map(({ account_number, number, type }) => [account_number, number, type])).toEqual([
      [1, 1, 'deposit.seen'],
      [2, 0, 'webhook.paused'],
      [3, 2, 'deposit.seen'],
    ]);
    expect(shown?.[1]).toMatchObject({ order_no: '', webhook_id: webhook.id, reason: 'gone' });
    expect(other.received.map(({ body }) => JSON.parse(body))).toEqual([shown?.[1]]);
  });
});

describe('several nodes', () => {
  it('deliver each event, and hardly ever one twice', async () => {
    const shop = await hooks.receiver();
    const { webhook } = await hooks.endpoint(shop.url);
    hooks.node();
    hooks.node();
    for (let n = 0; n < 10; n++) await hooks.happen(60);
    await hooks.settled(webhook);
    expect(shop.ids()).toHaveLength(600);
    // A receiver that a busy machine keeps from answering in time is asked again; two nodes that did not know of each other would send 1,200.
    expect(shop.received.length).toBeLessThan(660);
  });

  it('deliver all of it to whoever fails a third of the time, hangs and is away for a while', async () => {
    const shop = await hooks.receiver();
    const { webhook, secret } = await hooks.endpoint(shop.url);
    const taken = new Map<string, string>();
    let asked = 0;
    const moods: Answer[] = [
      (each, response) => {
        if (++asked % 3 === 0) return void response.writeHead(500).end();
        taken.set(each.id, each.body);
        response.writeHead(204).end();
      },
      () => {},
      (_, response) => void response.destroy(),
    ];
    const impatient = { patience: { connectMs: 500, headersMs: 750 } };
    const stop = hooks.node(impatient);
    hooks.node(impatient);
    for (let n = 0; n < 12; n++) {
      shop.answer = moods[[0, 0, 1, 0, 2, 0][n % 6] as number]!;
      await hooks.happen(15);
      await new Promise((done) => setTimeout(done, 100));
      hooks.aheadMs += 20_000;
      if (n === 6) await stop();
    }
    shop.answer = moods[0]!;
    while (taken.size < 180) {
      // However slow the machine is, no time passes while something is sent, or is to be sent.
      await hooks.until(async () => !(await hooks.isBusy()));
      hooks.aheadMs += 60_000;
    }
    await hooks.settled(webhook);
    const numbers = [...taken.values()].map((body) => JSON.parse(body).account_number as number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 180 }, (_, n) => n + 1));
    expect(shop.received.every((each) => isSignedBy(secret, each))).toBe(true);
    // Half as much again for what fails by itself, and what was tried while it hung or was away.
    expect(shop.received.length).toBeLessThan(180 * 3);
  });

  it('take over what one of them took and did not store: it arrives again, and is not lost', async () => {
    const shop = await hooks.receiver();
    const { webhook } = await hooks.endpoint(shop.url);
    await hooks.happen(3);
    await takeUp(hooks.database, hooks.clockMs());
    const asked = { nowMs: hooks.clockMs(), most: 9, areStruggling: false };
    expect((await claimDue(hooks.database, asked)).deliveries).toHaveLength(3);
    hooks.node();
    await hooks.happen(1);
    await hooks.until(async () => shop.received.length === 1);
    hooks.aheadMs += 61_000;
    await hooks.settled(webhook);
    expect(shop.ids()).toHaveLength(4);
  });

  it('that stop while the store is away say so, and stop all the same', async () => {
    const shop = await hooks.receiver();
    shop.answer = () => {};
    await hooks.endpoint(shop.url);
    const stop = hooks.node({ patience: { connectMs: 9_000, headersMs: 9_000 } });
    await hooks.happen(1);
    await shop.has(1);
    await hooks.database.query('ALTER TABLE webhook_due RENAME TO webhook_due_away');
    await stop();
    expect(hooks.errors.splice(0).length).toBeGreaterThan(0);
    await hooks.database.query('ALTER TABLE webhook_due_away RENAME TO webhook_due');
  });

  it('that stop leave to others what they have not sent', async () => {
    const shop = await hooks.receiver();
    shop.answer = () => {};
    const { webhook } = await hooks.endpoint(shop.url);
    const stop = hooks.node({ patience: { connectMs: 9_000, headersMs: 9_000 } });
    await hooks.happen(2);
    await shop.has(2);
    await stop();
    shop.answer = status(200);
    hooks.node();
    await hooks.settled(webhook);
    expect(shop.received).toHaveLength(4);
  });
});
