import { createHash } from 'node:crypto';

/**
 * A line of the record: a hash over the line before and its own text, then the text. So whoever changes, takes out or
 * adds a line anywhere but at the end is noticed.
 */

/** What stands before the first line. */
export const FIRST_HASH = '0'.repeat(32);

/** The hash of a text that follows a line with this hash. */
export function hashAfter(before: string, text: string): string {
  return createHash('sha256').update(before).update(text).digest('hex').slice(0, FIRST_HASH.length);
}

/** The line of a text, with its end. */
export function toLine(before: string, text: string): { readonly hash: string; readonly line: string } {
  const hash = hashAfter(before, text);
  return { hash, line: `${hash} ${text}\n` };
}

/** What a line without its end says; null if it does not follow the line before. */
export function fromLine(
  before: string,
  line: string,
): { readonly hash: string; readonly text: string } | null {
  const hash = line.slice(0, FIRST_HASH.length);
  const text = line.slice(FIRST_HASH.length + 1);
  return line[FIRST_HASH.length] === ' ' && hashAfter(before, text) === hash ? { hash, text } : null;
}
