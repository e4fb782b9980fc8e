import { RpcUnreachable } from '../rpc/errors.ts';

/** Answers of nodes as values. What has another form than it should is no answer. */

/** Lamports come as a number. One that JSON cannot state exactly is no amount: nobody of ours has nine million coins. */
export function lamports(value: unknown): bigint {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw unexpected('an amount', value);
  return BigInt(value as number);
}

/** What JSON cannot state exactly any more. */
export const INEXACT = 2n ** 53n;

/** The same where it matters only whether that is enough: of more than can be stated exactly it is the least that it can be. */
export function lamportsUpTo(value: unknown): bigint {
  return isInexact(value) ? INEXACT : lamports(value);
}

export function isInexact(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= Number(INEXACT);
}

/** Units of a token come as text. */
export function tokenUnits(value: unknown): bigint {
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) throw unexpected('an amount', value);
  return BigInt(value);
}

export function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw unexpected('a whole number', value);
  return value as number;
}

/** 32 bytes in base58: a key, or the hash of a block. */
export function base58Text(value: unknown): string {
  if (typeof value !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(value))
    throw unexpected('a key', value);
  return value;
}

/** The bytes of an account, which come with the name of their encoding. */
export function bytesOf(value: unknown): Uint8Array {
  const [text, encoding] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof text !== 'string' || encoding !== 'base64') throw unexpected('bytes in base64', value);
  return Uint8Array.from(Buffer.from(text, 'base64'));
}

export function unexpected(wanted: string, found: unknown): RpcUnreachable {
  const shown = (JSON.stringify(found) ?? 'nothing').slice(0, 100);
  return new RpcUnreachable(`the node answered ${shown} where ${wanted} is expected`);
}
