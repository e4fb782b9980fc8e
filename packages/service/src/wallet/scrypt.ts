import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

export interface ScryptCost {
  name: 'scrypt';
  n: number;
  r: number;
  p: number;
}

/** 128 MiB and a good part of a second for each guess. */
export const SCRYPT_COST: ScryptCost = { name: 'scrypt', n: 2 ** 17, r: 8, p: 1 };

const KEY_BYTES = 32;
const MAX_MEMORY = 1024 ** 3;

const scryptAsync = promisify(scrypt) as (
  password: string,
  salt: Uint8Array,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;

/** A 32-byte key from a passphrase. Refuses costs beyond a gigabyte, so that an altered record cannot exhaust the machine. */
export async function deriveKey(passphrase: string, salt: Uint8Array, cost: ScryptCost): Promise<Buffer> {
  const { name, n, r, p } = cost;
  if (name !== 'scrypt') throw new RangeError('unknown key derivation');
  const memory = 128 * r * (n + p + 2);
  if (!(memory > 0 && memory <= MAX_MEMORY && p <= 16)) throw new RangeError('scrypt cost out of bounds');
  // The same passphrase may reach us composed or decomposed, by the keyboard or editor it came from.
  return scryptAsync(passphrase.normalize('NFKC'), salt, KEY_BYTES, { N: n, r, p, maxmem: memory });
}
