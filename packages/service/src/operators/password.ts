import { randomBytes, timingSafeEqual } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { deriveKey, type ScryptCost } from '../wallet/scrypt.ts';
import { FewAtOnce } from './few-at-once.ts';

/** What is stored of a password. */
export interface PasswordRecord {
  readonly cost: ScryptCost;
  /** Hex. */
  readonly salt: string;
  /** Hex. */
  readonly key: string;
}

/** 32 MiB and a fifth of a second: several people can sign in at once, and guessing still takes for ever. */
const COST: ScryptCost = { name: 'scrypt', n: 2 ** 15, r: 8, p: 3 };
const SALT_BYTES = 16;
/** 128 bits: nobody guesses it, and it can be typed. */
const ONE_TIME_BYTES = 16;

/**
 * Deriving takes a thread of the few that Node has for the whole process, 32 MiB and a fifth of a second. So two are
 * derived at once, which leaves threads for everything else, and whoever waits is through in two seconds.
 */
export const derivations = new FewAtOnce({ atOnce: 2, waiting: 16, retryAfterS: 2 });

export async function hashPassword(password: string, cost: ScryptCost = COST): Promise<PasswordRecord> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derivations.run(() => deriveKey(password, salt, cost));
  return { cost, salt: salt.toString('hex'), key: key.toString('hex') };
}

/**
 * Whether it is the password. Without a record it never is, but takes as long to say so. To be asked in a place of
 * `derivations`.
 */
export async function isPassword(record: PasswordRecord | null, password: string): Promise<boolean> {
  const { cost, salt, key } = record ?? NOBODY;
  const derived = await deriveKey(password, Buffer.from(salt, 'hex'), cost);
  return timingSafeEqual(derived, Buffer.from(key, 'hex')) && record !== null;
}

const NOBODY: PasswordRecord = {
  cost: COST,
  salt: '00'.repeat(SALT_BYTES),
  key: '00'.repeat(32),
};

/** A password that an admin hands over, for the first sign-in. */
export interface OneTimePassword {
  readonly text: string;
  readonly record: PasswordRecord;
}

/** Derived before the transaction that stores it: on a busy machine that takes longer than a session may stand idle. */
export async function newOneTimePassword(cost?: ScryptCost): Promise<OneTimePassword> {
  const text = base32nopad
    .encode(randomBytes(ONE_TIME_BYTES))
    .toLowerCase()
    .replace(/(.{6})(?=.)/g, '$1-');
  return { text, record: await hashPassword(text, cost) };
}
