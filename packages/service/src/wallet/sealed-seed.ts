import { createCipheriv, createDecipheriv } from 'node:crypto';
import { deriveKey, SCRYPT_COST, type ScryptCost } from './scrypt.ts';
import type { RandomBytes } from './seed.ts';

/**
 * A mnemonic encrypted under a passphrase, fit for JSON. Byte strings are base64; the ciphertext ends with its tag.
 * The other fields need no authentication of their own: with any of them changed the key or the nonce is another.
 */
export interface SealedSeed {
  version: 1;
  kdf: ScryptCost;
  salt: string;
  nonce: string;
  ciphertext: string;
}

/** The passphrase is wrong or the record was altered: authenticated encryption cannot tell which. */
export class PassphraseError extends Error {
  override readonly name = 'PassphraseError';

  constructor(options?: ErrorOptions) {
    super('the wallet seed does not open: the passphrase is wrong, or the stored seed was altered', options);
  }
}

const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a mnemonic under a passphrase. */
export async function sealMnemonic(
  mnemonic: string,
  passphrase: string,
  randomBytes: RandomBytes,
  kdf: ScryptCost = SCRYPT_COST,
): Promise<SealedSeed> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, await deriveKey(passphrase, salt, kdf), nonce);
  const ciphertext = Buffer.concat([cipher.update(mnemonic, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { version: 1, kdf, salt: toBase64(salt), nonce: toBase64(nonce), ciphertext: toBase64(ciphertext) };
}

/** The mnemonic behind a record. Throws PassphraseError if the passphrase is wrong or the record is not as it was sealed. */
export async function openMnemonic(record: SealedSeed, passphrase: string): Promise<string> {
  try {
    if (record.version !== 1) throw new RangeError('unknown version');
    const salt = fromBase64(record.salt);
    const sealed = fromBase64(record.ciphertext);
    const key = await deriveKey(passphrase, salt, record.kdf);
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, key, fromBase64(record.nonce), options);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const mnemonic = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    return mnemonic.toString('utf8');
  } catch (cause) {
    throw new PassphraseError({ cause });
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  // Buffer skips what is not base64; a record is taken to the letter or not at all.
  if (bytes.toString('base64') !== text) throw new RangeError('not base64');
  return bytes;
}
