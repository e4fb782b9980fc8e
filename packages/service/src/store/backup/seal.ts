import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { StartupError } from '../../startup-error.ts';

/**
 * The sealed form: a header and numbered chunks, each with AES-256-GCM under a key that scrypt makes of the passphrase and
 * of a salt of this file alone.
 *
 *     header   16 bytes  "swapdesk sealed" and the version
 *               4        log2 of scrypt's N, its r, its p, and 0
 *               4        bytes of a chunk before it is sealed
 *              32        the salt
 *              16        the seal of all that, under the key
 *     chunk 0, 1, …      each sealed with its number, whether it is the last, and the header; 16 bytes longer than it was
 *
 * All chunks are full but the last. So one that is changed, missing, added, in another place or of another file is noticed.
 */
const MAGIC = Buffer.from('swapdesk sealed\x01', 'latin1');
const PARAMETERS_AT = MAGIC.length;
const CHUNK_AT = PARAMETERS_AT + 4;
const SALT_AT = CHUNK_AT + 4;
const SALT_BYTES = 32;
const TAG_AT = SALT_AT + SALT_BYTES;
export const TAG_BYTES = 16;
export const HEADER_BYTES = TAG_AT + TAG_BYTES;

/** What guessing costs, and how much is held in memory at a time. */
export interface SealCost {
  readonly logN: number;
  readonly chunkBytes: number;
}

/** Half a second and 128 MB for each guess. */
export const USUAL_COST: SealCost = { logN: 17, chunkBytes: 1024 * 1024 };

const R = 8;
const P = 1;
/** What a file may ask of whoever opens it: it may be anybody's. */
const MOST_LOG_N = 18;
const MOST_CHUNK_BYTES = 16 * 1024 * 1024;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
/** The number of no chunk. */
const OF_HEADER = 2 ** 47;

/** The key of one sealed file, with the header that it is made of. */
export interface BackupSeal {
  readonly key: Buffer;
  readonly header: Buffer;
  readonly chunkBytes: number;
}

/** A passphrase that is wrong, or a file that is not as it was made. Says which, as far as one can tell. */
export class SealBroken extends StartupError {
  override readonly name = 'StartupError';
}

/** A new key, for one file. */
export async function newSealKey(passphrase: string, cost: SealCost = USUAL_COST): Promise<BackupSeal> {
  const open = Buffer.alloc(TAG_AT);
  MAGIC.copy(open);
  open.set([cost.logN, R, P, 0], PARAMETERS_AT);
  open.writeUInt32BE(cost.chunkBytes, CHUNK_AT);
  randomBytes(SALT_BYTES).copy(open, SALT_AT);
  const key = await keyOf(passphrase, open);
  const tag = sealBytes(key, OF_HEADER, true, open, Buffer.alloc(0));
  return { key, header: Buffer.concat([open, tag]), chunkBytes: cost.chunkBytes };
}

/** True of what may be a sealed file: it begins as one does, of whichever version. */
export function looksSealed(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC.length - 1).equals(MAGIC.subarray(0, -1));
}

/** The key of a file that begins with this header. */
export async function openSealKey(passphrase: string, header: Buffer): Promise<BackupSeal> {
  if (header.length < HEADER_BYTES || !looksSealed(header))
    throw new SealBroken('It does not begin as a sealed backup does: it is none, or damaged.');
  if (header[MAGIC.length - 1] !== MAGIC.at(-1))
    throw new SealBroken(
      `It is a sealed backup of version ${header[MAGIC.length - 1]}, or damaged. This Swapdesk opens version ${MAGIC.at(-1)}.`,
    );
  const open = header.subarray(0, TAG_AT);
  const [logN = 0, r, p] = open.subarray(PARAMETERS_AT);
  const chunkBytes = open.readUInt32BE(CHUNK_AT);
  const isSane = logN >= 1 && logN <= MOST_LOG_N && r === R && p === P;
  if (!isSane || chunkBytes < 1 || chunkBytes > MOST_CHUNK_BYTES)
    throw new SealBroken('The head of the sealed backup is damaged.');
  const key = await keyOf(passphrase, open);
  if (openBytes(key, OF_HEADER, true, open, header.subarray(TAG_AT, HEADER_BYTES)) === null)
    throw new SealBroken('The passphrase is wrong, or the head of the sealed backup is damaged.');
  return { key, header: Buffer.from(header.subarray(0, HEADER_BYTES)), chunkBytes };
}

export function sealChunk(
  { key, header }: BackupSeal,
  number: number,
  isLast: boolean,
  content: Buffer,
): Buffer {
  return sealBytes(key, number, isLast, header, content);
}

/** Throws unless it is this chunk, of this file, as it was made. */
export function openChunk(seal: BackupSeal, number: number, isLast: boolean, sealed: Buffer): Buffer {
  const { key, header } = seal;
  const content = openBytes(key, number, isLast, header, sealed);
  if (content !== null) return content;
  if (isLast && openBytes(key, number, false, header, sealed) !== null)
    throw new SealBroken('The sealed backup ends too early: a part of it is missing.');
  const at = HEADER_BYTES + number * (seal.chunkBytes + TAG_BYTES);
  throw new SealBroken(
    `The sealed backup is damaged, or not all of one piece, at or after byte ${at.toLocaleString('en')}.`,
  );
}

function keyOf(passphrase: string, open: Buffer): Promise<Buffer> {
  const N = 2 ** (open[PARAMETERS_AT] as number);
  const salt = open.subarray(SALT_AT, TAG_AT);
  const options = { N, r: R, p: P, maxmem: 256 * N * R + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    // However it was typed: the same letters can be written in two ways.
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** The key is of one file, so a number is enough to be used once. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(number, 5, 6);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

function sealBytes(key: Buffer, number: number, isLast: boolean, header: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast)).setAAD(header);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Null if it is not what was sealed. */
function openBytes(
  key: Buffer,
  number: number,
  isLast: boolean,
  header: Buffer,
  sealed: Buffer,
): Buffer | null {
  if (sealed.length < TAG_BYTES) return null;
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
  decipher.setAAD(header).setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch {
    return null;
  }
}
