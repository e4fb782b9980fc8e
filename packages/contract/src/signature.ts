import { createHmac } from 'node:crypto';

export const SIGNATURE_HEADERS = {
  key: 'x-api-key',
  nonce: 'x-api-nonce',
  timestamp: 'x-api-timestamp',
  signature: 'x-api-signature',
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
