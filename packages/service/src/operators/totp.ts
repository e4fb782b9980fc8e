import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32nopad } from '@scure/base';

/** Codes that change with time (RFC 6238), as every authenticator makes them: SHA-1, 30 seconds, 6 digits. */

export const STEP_S = 30;
export const SECRET_BYTES = 20;
const DIGITS = 6;
/** Clocks of telephones are a little off, and typing takes its time. */
const STEPS_OFF = 1;

/** The code of a step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step that a code is of, now or just before or after; null if it is of none. Takes the same time for all codes. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  const current = Math.floor(now / STEP_S);
  let found: number | null = null;
  for (let step = current - STEPS_OFF; step <= current + STEPS_OFF; step++) {
    if (isSame(totpCode(secret, step), code)) found = step;
  }
  return found;
}

/** What an authenticator scans. */
export function otpauthUri(secret: Uint8Array, name: string): string {
  const label = encodeURIComponent(`Swapdesk:${name}`);
  return `otpauth://totp/${label}?secret=${base32nopad.encode(secret)}&issuer=Swapdesk&algorithm=SHA1&digits=${DIGITS}&period=${STEP_S}`;
}

function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
