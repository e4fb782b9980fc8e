import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { decodeVersionedHash, encodeVersionedHash } from '../base58check.ts';
import { MalformedAnswer } from '../rpc/errors.ts';

/** An account as nodes write it: hexadecimal, 41 and twenty bytes. The same account as people and the store write it: T… */

const VERSION = 0x41;
const ACCOUNT = /^41[0-9a-f]{40}$/;
/** Almost every block pays from and to the same exchanges, and calls the same tokens. */
const MOST_KEPT = 50_000;

let texts = new Map<string, string>();

export function toHex(address: string): string {
  const account = hexOf(address);
  if (account === null) throw new RangeError(`${address} is no address of TRON`);
  return account;
}

/** Null if it is no address of TRON. */
export function hexOf(address: string): string | null {
  const decoded = decodeVersionedHash(address);
  return decoded?.version === VERSION ? `41${bytesToHex(decoded.hash)}` : null;
}

export function toBytes(address: string): Uint8Array {
  return hexToBytes(toHex(address));
}

/** T… */
export function toText(account: string): string {
  const kept = texts.get(account);
  if (kept !== undefined) return kept;
  const text = encodeVersionedHash({ version: VERSION, hash: hexToBytes(account.slice(2)) });
  if (texts.size >= MOST_KEPT) texts = new Map();
  texts.set(account, text);
  return text;
}

/** An account in a node's answer, in lower case. */
export function account(text: unknown): string {
  const small = typeof text === 'string' ? text.toLowerCase() : '';
  if (!ACCOUNT.test(small))
    throw new MalformedAnswer(`a node gives ${JSON.stringify(text)} where an account is expected`);
  return small;
}

/** 32 bytes that hold an account, as in arguments of calls. */
export function wordOf(address: string): string {
  return toHex(address).slice(2).padStart(64, '0');
}
