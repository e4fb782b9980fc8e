import { toHex } from './hex.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };

/** HMAC-SHA256 of a text, in lower-case hex. */
export async function hmacHex(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), ALGORITHM, false, ['sign']);
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))));
}

/** Whether one of these is the HMAC-SHA256 of the bytes. The comparison takes as long for a wrong one as for the right one. */
export async function hasHmac(secret: Bytes, bytes: Bytes, candidates: readonly Bytes[]): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', secret, ALGORITHM, false, ['verify']);
  const found = await Promise.all(candidates.map((each) => crypto.subtle.verify('HMAC', key, each, bytes)));
  return found.includes(true);
}
