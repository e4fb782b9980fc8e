import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DeskKey, KeyUse } from './desk-key.ts';

/** What is sealed: each kind with a key of its own. */
export type SecretKind = Extract<KeyUse, 'API secrets' | 'authenticator secrets' | 'webhook secrets'>;

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals secrets that the service has to read again, for the store: whoever reads it learns nothing, and whoever writes it can
 * put in none of their own.
 */
export interface SecretBox {
  /** The name says whose it is; it opens under that name alone. */
  seal(name: string, secret: Uint8Array): Buffer;
  /** Null if it was not sealed here, under this name. */
  open(name: string, sealed: Uint8Array): Buffer | null;
}

export function secretBox(deskKey: DeskKey, kind: SecretKind): SecretBox {
  const key = deskKey.keyFor(kind);
  return {
    seal(name, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(name));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, text, cipher.getAuthTag()]);
    },
    open(name, sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
