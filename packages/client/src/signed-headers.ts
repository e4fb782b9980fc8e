import { hmacHex } from './hmac.ts';
import { newId } from './new-id.ts';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export interface Signable {
  readonly method: string;
  /** As the service gets it. */
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /** Empty where it is not sent. */
  readonly idempotencyKey: string;
}

/** The headers that sign a request, in both forms: the first for hosts that know no other. Good for one attempt. */
export async function signedHeaders(
  { key, secret }: Credentials,
  { method, path, query, body, idempotencyKey }: Signable,
): Promise<Record<string, string>> {
  const nonce = newId();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const refCode = '';
  const lines = [method, path, query, key, nonce, timestamp, refCode, idempotencyKey, body];
  return {
    'x-api-key': key,
    'x-api-nonce': nonce,
    'x-api-timestamp': timestamp,
    'x-api-signature': await hmacHex(secret, key + nonce + timestamp + query + body),
    'x-api-signature-v2': await hmacHex(secret, lines.join('\n')),
  };
}
