import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReceiver, type Receiver, status } from '../packages/service/src/webhooks/testing/receiver.ts';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { runHere } from './support/run-here.ts';
import type { Ended } from './support/service.ts';

/** What an operator does about the webhooks of accounts, without a service that runs. */

let store: DeskStore;
let shop: Receiver;
beforeAll(async () => {
  [store, shop] = await Promise.all([createDeskStore(), openReceiver()]);
  await swapdesk('key', 'create', '--account', 'shop');
});
afterAll(async () => {
  await shop?.close();
  await store?.drop();
});

const swapdesk = (...args: string[]): Promise<Ended> => runHere(args, { ...store.env });

it('makes, tries, pauses, changes and removes a webhook, and writes down who did it', async () => {
  const refused = await swapdesk('webhook', 'create', shop.url, '--account', 'shop');
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('setting set webhook_loopback 1'),
  });
  await swapdesk('setting', 'set', 'webhook_loopback', '1');
  const made = await swapdesk('webhook', 'create', shop.url, '--account', 'shop', '--events', 'payout.sent');
  const [, id = '', secret = ''] = /^id +(\d+)\nsecret +(whsec_\S+)$/m.exec(made.output) ?? [];
  expect(made.code).toBe(0);
  expect((await swapdesk('webhook', 'list', '--account', 'shop')).output).toMatch(
    new RegExp(`^${id} +shop +on +0 +0 +payout.sent +http://127`, 'm'),
  );
  expect(await swapdesk('webhook', 'test', id)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^ok +answered 204, after \d+ ms$/m),
  });
  shop.answer = status(404);
  expect(await swapdesk('webhook', 'test', id)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^WRONG +answered 404/m),
  });
  expect(
    (await swapdesk('webhook', 'attempts', id)).output.match(/trial +1 .* answered (204|404)/g),
  ).toHaveLength(2);
  expect((await swapdesk('webhook', 'rotate', id)).output).not.toContain(secret);
  expect((await swapdesk('webhook', 'change', id, '--events', 'all')).output).toContain('payout.sent');
  const moved = await swapdesk('webhook', 'change', id, '--url', `${shop.url}/elsewhere`);
  expect(moved.output).toContain('path');
  expect((await swapdesk('audit', 'list')).output).toMatch(/webhook change.*path/);
  expect((await swapdesk('webhook', 'pause', id)).output).toContain('paused (asked)');
  expect((await swapdesk('webhook', 'list')).output).toContain('paused (asked)');
  expect((await swapdesk('webhook', 'resume', id)).output).toContain('is on');
  expect((await swapdesk('webhook', 'resend', id, '--after', '0')).output).toContain('goes on after 0');
  expect((await swapdesk('webhook', 'remove', id)).code).toBe(0);
  const audit = (await swapdesk('audit', 'list')).output;
  for (const act of ['create', 'rotate', 'change', 'pause', 'resume', 'resend', 'remove'])
    expect(audit).toContain(`webhook ${act}`);
  expect(audit).not.toContain('/hook');
  expect(audit).not.toContain('elsewhere');
});

it('doctor tells the operator of a webhook that paused by itself, and of none that somebody paused', async () => {
  const made = await swapdesk('webhook', 'create', shop.url, '--account', 'shop');
  const [, id = ''] = /^id +(\d+)$/m.exec(made.output) ?? [];
  const line = async () =>
    (await swapdesk('doctor')).output.split('\n').find((each) => each.includes('webhooks of accounts'));
  await swapdesk('webhook', 'pause', id);
  expect(await line()).toContain('none has paused by itself');
  await store.database.query("UPDATE webhook_endpoint SET paused_why = 'failing' WHERE id = $1", [id]);
  expect(await line()).toMatch(new RegExp(`nothing is sent to: ${id} of shop failed for three days`));
  await swapdesk('webhook', 'remove', id);
});

it('says what is wrong with what was typed', async () => {
  const said = async (...args: string[]) => (await swapdesk('webhook', ...args)).output;
  expect(await said('pause', '99')).toContain('webhook list');
  expect(await said('create', 'https://shop.example/', '--account', 'nobody')).toContain('account list');
  expect(await said('create', 'https://shop.example/')).toContain('--account');
  expect(await said('create', 'https://169.254.169.254/', '--account', 'shop')).toContain('public address');
  expect(
    await said('create', 'https://shop.example/', '--account', 'shop', '--events', 'order.sold'),
  ).toContain('order.sold');
  expect(await said('resend', '99')).toContain('--after');
});
