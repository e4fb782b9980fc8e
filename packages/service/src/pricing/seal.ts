import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key that seals and opens. Its id travels in the clear, so that the right key is found. */
export interface SealKey {
  readonly id: number;
  readonly key: Buffer;
  /** Unix seconds. */
  readonly createdAt: number;
}

const CIPHER = 'aes-256-gcm';
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = ID_BYTES + NONCE_BYTES;

/** Encrypts and authenticates the text: nobody without the key can read, change or invent it. */
export function seal(key: SealKey, text: string): string {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt32BE(key.id, 0);
  randomBytes(NONCE_BYTES).copy(head, ID_BYTES);
  const cipher = createCipheriv(CIPHER, key.key, head.subarray(ID_BYTES)).setAAD(head);
  const parts = [head, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

/** The text of a sealed token; null if it was not sealed by one of the keys, to the last bit. */
export function open(keys: readonly SealKey[], token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // Base64 has spellings that decode alike; only the one that we wrote is ours.
  if (bytes.length < HEAD_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null;
  const id = bytes.readUInt32BE(0);
  const key = keys.find((each) => each.id === id);
  if (key === undefined) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  const tagAt = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key.key, head.subarray(ID_BYTES)).setAAD(head);
  decipher.setAuthTag(bytes.subarray(tagAt));
  try {
    return decipher.update(bytes.subarray(HEAD_BYTES, tagAt), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
