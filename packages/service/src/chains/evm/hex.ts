import { hexToBytes } from '@noble/hashes/utils.js';
import { MalformedAnswer } from '../rpc/errors.ts';
import { checksummed } from './checksum.ts';

/** A number as JSON-RPC writes it. */
export function toHex(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

/** A number that JSON-RPC wrote. Exact: never by way of a float. */
export function quantity(text: unknown): bigint {
  if (typeof text !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(text)) {
    throw new MalformedAnswer(`a node gives ${JSON.stringify(text)} where a number is expected`);
  }
  return BigInt(text);
}

/** A count or a time: small enough for a plain number. */
export function count(text: unknown): number {
  const value = quantity(text);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new MalformedAnswer(`a node gives ${text} where a height, a time or a count is expected`);
  }
  return Number(value);
}

/** Data of a known length, in lower case, so that it can be compared. */
export function fixedData(text: unknown, bytes: number): string {
  if (typeof text !== 'string' || text.length !== 2 + 2 * bytes || !/^0x[0-9a-f]*$/i.test(text)) {
    throw new MalformedAnswer(`a node gives ${JSON.stringify(text)} where ${bytes} bytes are expected`);
  }
  return text.toLowerCase();
}

/** Hashes of blocks and transactions, in lower case. */
export function hash(text: unknown): string {
  return fixedData(text, 32);
}

/** An account as nodes write it, in lower case. Not for the store: see `stored`. */
export function account(text: unknown): string {
  return fixedData(text, 20);
}

/** The address as it is stored: EIP-55. */
export function stored(account: string): string {
  return checksummed(hexToBytes(account.slice(2)));
}

/** 32 bytes that hold an account, as in topics and arguments. */
export function padded(account: string): string {
  return account.slice(2).toLowerCase().padStart(64, '0');
}
