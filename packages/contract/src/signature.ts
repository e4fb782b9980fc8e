import { createHmac } from 'node:crypto';

export const SIGNATURE_HEADERS = {
  key: 'x-api-key',
  nonce: 'x-api-nonce',
  timestamp: 'x-api-timestamp',
  signature: 'x-api-signature',
  signatureV2: 'x-api-signature-v2',
} as const;

/** How far a request's timestamp may be from the server's clock, in seconds, either way. */
export const TIMESTAMP_TOLERANCE_S = 60;

export interface Signable {
  readonly key: string;
  readonly nonce: string;
  /** Unix time in seconds, as sent. */
  readonly timestamp: string;
  /** The raw query string, without the question mark. */
  readonly query: string;
  /** The raw body, byte for byte. */
  readonly body: string;
}

/** Lower-case hex HMAC-SHA256 of key + nonce + timestamp + query + body. */
export function sign(secret: string, { key, nonce, timestamp, query, body }: Signable): string {
  return createHmac('sha256', secret)
    .update(key + nonce + timestamp + query + body)
    .digest('hex');
}

export interface SignableV2 extends Signable {
  /** As sent: GET, POST. */
  readonly method: string;
  /** As sent, from the first slash to before the question mark. */
  readonly path: string;
  /** The header Ref-Code; empty without one. */
  readonly refCode: string;
  /** The header Idempotency-Key; empty without one. */
  readonly idempotencyKey: string;
}

/**
 * The second form: lower-case hex HMAC-SHA256 of these, a line each, the body last as it is. Nothing but the body can hold a
 * line break, so no two requests have the same text; and what a request is for is part of it.
 */
export function signV2(secret: string, signable: SignableV2): string {
  const { key, nonce, timestamp, method, path, query, refCode, idempotencyKey, body } = signable;
  const lines = [method, path, query, key, nonce, timestamp, refCode, idempotencyKey, body];
  return createHmac('sha256', secret).update(lines.join('\n')).digest('hex');
}
