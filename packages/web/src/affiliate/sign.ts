import { serviceSeconds } from '../api/service-clock.ts';

/** What signs an affiliate's requests. Held by the page that it was typed into, and nowhere else. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };
const NONCE_BYTES = 16;

/** False in a page that came over plain http from another machine: browsers sign nothing there. */
export function canSign(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** The headers that sign a GET, in the second form of the signature (`packages/contract/src/signature.ts`), by the service's clock. Good for once. */
export async function signedHeaders(
  { key, secret }: Credentials,
  path: string,
  query: string,
): Promise<Record<string, string>> {
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const timestamp = String(serviceSeconds());
  const [refCode, idempotencyKey, body] = ['', '', ''];
  const lines = ['GET', path, query, key, nonce, timestamp, refCode, idempotencyKey, body];
  const bytes = new TextEncoder();
  const raw = await crypto.subtle.importKey('raw', bytes.encode(secret), ALGORITHM, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', raw, bytes.encode(lines.join('\n')));
  return {
    'x-api-key': key,
    'x-api-nonce': nonce,
    'x-api-timestamp': timestamp,
    'x-api-signature-v2': toHex(new Uint8Array(signature)),
  };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
