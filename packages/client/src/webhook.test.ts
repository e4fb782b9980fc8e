import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { verifyWebhook } from './webhook.ts';
import { WebhookError } from './webhook-error.ts';

const KEY = randomBytes(32);
const SECRET = `whsec_${KEY.toString('base64')}`;
const ID = 'msg_1';
const AT = 1_700_000_000;
const BODY = '{"type":"order.status","data":{"status":4,"volume":0.123456789012345678}}';

function signature(body = BODY, { id = ID, at = AT, key = KEY } = {}): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
}

function headers(more: Record<string, string> = {}): Record<string, string> {
  return { 'webhook-id': ID, 'webhook-timestamp': String(AT), 'webhook-signature': signature(), ...more };
}

const verify = (body: string | Uint8Array, sent: Record<string, string> | Headers, nowS = AT) =>
  verifyWebhook(SECRET, body, sent, { nowS });

it('reads what is signed, digit for digit', async () => {
  const webhook = {
    id: ID,
    timestamp: AT,
    payload: { type: 'order.status', data: { status: 4, volume: '0.123456789012345678' } },
  };
  expect(await verify(BODY, headers())).toEqual(webhook);
  expect(await verify(new TextEncoder().encode(BODY), new Headers(headers()))).toEqual(webhook);
});

it('agrees with the example of the standard', async () => {
  const standard = {
    'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'Webhook-Timestamp': '1614265330',
    'Webhook-Signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const { id } = await verifyWebhook(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    '{"test": 2432232314}',
    standard,
    { nowS: 1_614_265_330 },
  );
  expect(id).toBe(standard['Webhook-Id']);
});

it('takes any of several signatures, as when a secret is changed', async () => {
  const other = signature(BODY, { key: randomBytes(32) });
  const sent = headers({ 'webhook-signature': `v2,abc ${other} v1,? ${signature()}` });
  expect((await verify(BODY, sent)).id).toBe(ID);
});

it('allows five minutes either way, and no more', async () => {
  for (const late of [-300, 300]) expect((await verify(BODY, headers(), AT + late)).id).toBe(ID);
  for (const late of [-301, 301])
    await expect(verify(BODY, headers(), AT + late)).rejects.toThrow(WebhookError);
});

it('believes nothing else', async () => {
  const lies: [string, Record<string, string>][] = [
    [`${BODY} `, headers()],
    [BODY, headers({ 'webhook-id': 'msg_2' })],
    [BODY, headers({ 'webhook-timestamp': String(AT + 1) })],
    [BODY, headers({ 'webhook-timestamp': 'now' })],
    [BODY, headers({ 'webhook-signature': signature(BODY, { key: randomBytes(32) }) })],
    [BODY, headers({ 'webhook-signature': signature().replace('v1,', 'v2,') })],
    [BODY, headers({ 'webhook-signature': 'v1,' })],
    [BODY, headers({ 'webhook-signature': '' })],
    [BODY, { 'webhook-id': ID }],
  ];
  for (const [body, sent] of lies) await expect(verify(body, sent)).rejects.toThrow(WebhookError);
});

it('does not work with a secret that is none', async () => {
  for (const secret of ['', 'whsec_', 'whsec_%%'])
    await expect(verifyWebhook(secret, BODY, headers(), { nowS: AT })).rejects.toThrow(TypeError);
});
