import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const MAC_LENGTH = 22;

/** A secret for MACs: text of one length, so that where it ends and the signed text begins is never in doubt. */
export function newMacSecret(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * What only the holder of the secret can write under a text: 132 bits of SHA-512/256, a hash that cannot be
 * continued from its result, so that the secret in front is enough. A fifth of the time of a cipher.
 */
export function mac(secret: string, text: string): string {
  return hash('sha512-256', secret + text, 'base64url').slice(0, MAC_LENGTH);
}

export function isMacOf(secret: string, text: string, given: string): boolean {
  const [right, other] = [Buffer.from(mac(secret, text)), Buffer.from(given)];
  return right.length === other.length && timingSafeEqual(right, other);
}
