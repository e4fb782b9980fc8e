import { createHmac, randomBytes } from 'node:crypto';

/** As Standard Webhooks has them. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Over id, time and body: whoever knows the key knows that it is ours, and of now. */
export function signatureOf(key: Buffer, id: string, at: number, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
}

/** What stands above a body: signed with each of these keys, as the receiver may know any one of them. */
export function signedHeaders(
  keys: readonly Buffer[],
  id: string,
  at: number,
  body: string,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': keys.map((key) => signatureOf(key, id, at, body)).join(' '),
  };
}

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** A secret as its owner is told it. */
export function secretText(secret: Buffer): string {
  return `${PREFIX}${secret.toString('base64')}`;
}
