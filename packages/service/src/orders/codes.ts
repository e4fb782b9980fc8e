import { randomBytes } from 'node:crypto';
import { QUERY_CODE_LENGTH } from '@swapdesk/contract';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ORDER_NO_LENGTH = 8;
/** The largest multiple of 36 that a byte can hold: bytes beyond it would favour the first letters. */
const FAIR_BYTES = 252;
const SUPPLY_BYTES = 4096;

let supply = Buffer.alloc(0);
let used = 0;

/** An order number that is almost certainly new; the store refuses it if it is not. */
export function newOrderNo(): string {
  return randomCode(ORDER_NO_LENGTH);
}

/** The one secret of an order: 12 letters and digits, 62 bits. */
export function newQueryCode(): string {
  return randomCode(QUERY_CODE_LENGTH);
}

function randomCode(length: number): string {
  let code = '';
  while (code.length < length) {
    const byte = nextByte();
    if (byte < FAIR_BYTES) code += ALPHABET[byte % ALPHABET.length];
  }
  return code;
}

/** From a cryptographic source, fetched in larger pieces because each fetch costs a system call. */
function nextByte(): number {
  if (used === supply.length) {
    supply = randomBytes(SUPPLY_BYTES);
    used = 0;
  }
  return supply[used++] as number;
}
