import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { jacobi } from './jacobi.ts';
import { ASSOCIATED, SYSTEM, type TokenProgram } from './program-ids.ts';

/** Addresses that nobody has a key of: they follow from others. */

const MARKER = utf8ToBytes('ProgramDerivedAddress');
const { p: PRIME, d: D } = ed25519.Point.CURVE();
const SIGN_BIT = 1n << 255n;

/** Where an owner's coins of a mint lie. It is the same for ever, whether it has been opened or not. */
export function associatedAccount(owner: string, mint: string, program: TokenProgram): string {
  const seeds = [owner, program, mint].map((each) => base58.decode(each));
  for (let bump = 255; bump >= 0; bump--) {
    const found = sha256(concatBytes(...seeds, Uint8Array.of(bump), base58.decode(ASSOCIATED), MARKER));
    if (!isOnCurve(found)) return base58.encode(found);
  }
  throw new RangeError(`no token account follows from ${owner}`);
}

/** The treasury's nonce account of a number, from 0. */
export function nonceAccountOf(treasury: string, number: number): string {
  const parts = [base58.decode(treasury), utf8ToBytes(nonceSeed(number)), base58.decode(SYSTEM)];
  return base58.encode(sha256(concatBytes(...parts)));
}

export function nonceSeed(number: number): string {
  if (!Number.isSafeInteger(number) || number < 0)
    throw new RangeError(`there is no nonce account ${number}`);
  return `nonce ${number}`;
}

/** Whether 32 bytes are a point, in any subgroup: one that is may have a key, so no program derives it. */
function isOnCurve(bytes: Uint8Array): boolean {
  // What is not reduced is taken for a point all the same, as the validators' library does.
  const y = (bytesToNumberLE(bytes) & (SIGN_BIT - 1n)) % PRIME;
  const ySquared = (y * y) % PRIME;
  return jacobi((ySquared - 1n + PRIME) * (D * ySquared + 1n), PRIME) !== -1;
}
