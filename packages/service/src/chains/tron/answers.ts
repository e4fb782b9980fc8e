import { foreignWords } from '../../foreign-words.ts';
import { MalformedAnswer } from '../rpc/errors.ts';

/** Reads the parts of nodes' answers. These throw where a node answers something else than it should. */

/** A number that is not negative, exactly; zero if it is left out. */
export function whole(value: unknown): number {
  if (value === undefined) return 0;
  // What JSON has lost digits of is no amount.
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new MalformedAnswer(`a node gives ${JSON.stringify(value)} where a number is expected`);
}

export function units(value: unknown): bigint {
  return BigInt(whole(value));
}

/** Hashes of blocks and transactions, in lower case. */
export function hash(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase();
  throw new MalformedAnswer(`a node gives ${JSON.stringify(value)} where a hash is expected`);
}

/** Hexadecimal data, in lower case; empty if it is left out. */
export function data(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string' && /^([0-9a-f]{2})*$/i.test(value)) return value.toLowerCase();
  throw new MalformedAnswer(`a node gives ${JSON.stringify(value)} where data is expected`);
}

/** A list; empty if it is left out. */
export function list<T>(value: readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new MalformedAnswer(`a node gives ${JSON.stringify(value).slice(0, 100)} where a list is expected`);
}

/** Words of a node that come as bytes in hexadecimal, or as they are. */
export function words(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  return foreignWords(/^([0-9a-f]{2})+$/i.test(value) ? Buffer.from(value, 'hex').toString('utf8') : value);
}
