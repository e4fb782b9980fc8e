import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  isSignedBy,
  openReceiver,
  type Receiver,
  status,
} from '../../../packages/service/src/webhooks/testing/receiver.ts';
import { startService } from '../../support/service.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { createKey, get, type Key, openTarget, post, type Target } from './support/target.ts';

let target: Target;
let key: Key;
let shop: Receiver;
beforeAll(async () => {
  [target, shop] = await Promise.all([openTarget(), openReceiver()]);
  key = await createKey(target, 'shop');
  await target.command('setting', 'set', 'webhook_loopback', '1');
});
afterAll(async () => {
  await shop.close();
  await target.stop();
});

async function place(url: string): Promise<string> {
  const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  return (await post(url, '/openapi/order/place', body, { key })).json.data.query_code;
}

const patiently = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 20));
};

it('an event that was sent by a node that was killed before it knew is sent again, the same', async () => {
  const first = await startService(target.env, 'api');
  const { url } = target;
  // Both nodes send: whichever does is killed.
  const made = await post(url, '/openapi/webhook/create', { url: shop.url }, { key });
  const { id, secret } = made.json.data;
  let killed: Promise<void> | null = null;
  shop.answer = () => {
    killed ??= Promise.all([first.kill(), target.service.kill()]).then(() => {});
  };
  const codes = [await place(first.url), await place(first.url)];
  for (const query_code of codes) await post(first.url, '/openapi/order/cancel', { query_code }, { key });
  await shop.has(1);
  await killed;
  const before = shop.received[0]!;
  shop.answer = status(200);
  const [again, other] = await Promise.all([
    startService(target.env),
    startService({ ...target.env, SWAPDESK_WORKERS: '2' }, 'api'),
  ]);
  // As if a minute had passed: what was taken is believed to be under way for so long.
  await target.store.database.query('UPDATE webhook_due SET next_at_ms = 0');
  await patiently(async () => new Set(shop.received.slice(1).map((each) => each.id)).size === 2);
  const same = shop.received.slice(1).find((each) => each.id === before.id);
  expect(same?.body).toBe(before.body);
  expect(shop.received.every((each) => isSignedBy(secret, each))).toBe(true);
  await patiently(async () => {
    const { json } = await get(again.url, '/openapi/webhook/list', { key });
    return json.data[0].waiting === 0 && json.data[0].position === 2;
  });
  const log = await get(again.url, '/openapi/events', { key });
  const bodies = shop.received.slice(1).map(({ body }) => JSON.parse(body));
  expect(bodies.sort((a, b) => a.account_number - b.account_number).slice(0, 2)).toEqual(log.json.data);
  expect(shop.received.length).toBeLessThanOrEqual(5);
  const attempts = await get(again.url, `/openapi/webhook/attempts?id=${id}`, { key });
  expect(attempts.json.data.every((each: { http_status: number }) => each.http_status === 200)).toBe(true);
  await again.stop();

  // Now a node of several processes is alone: one of them sends, and whichever is asked tries.
  expect((await post(other.url, '/openapi/webhook/test', { id }, { key })).json.data.http_status).toBe(200);
  const sofar = shop.received.length;
  await post(other.url, '/openapi/webhook/resend', { id, after: 1 }, { key });
  await shop.has(sofar + 1);
  expect(JSON.parse(shop.received[sofar]!.body)).toEqual(log.json.data[1]);
  await other.stop();
});
