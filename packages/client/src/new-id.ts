import { toHex } from './hex.ts';

/** 128 bits of chance. `crypto.randomUUID` is missing in pages that did not come over TLS. */
export function newId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}
