import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAt, lineOf } from './link-text.ts';

const LONGEST = 10;
const texts = fc.string({ unit: 'binary', maxLength: 2 * LONGEST });

describe('a line of a link', () => {
  it('is one that a service takes, whatever the link says, and no longer than there is room for', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const line = lineOf(text, LONGEST);
        expect(line.length).toBeLessThanOrEqual(LONGEST);
        expect(line).not.toMatch(/\p{Cc}/u);
        // Half a letter would be lost on the way.
        expect(decodeURIComponent(encodeURIComponent(line))).toBe(line);
        expect(lineOf(line, LONGEST)).toBe(line);
      }),
    );
  });

  it('is as it was written where nothing speaks against it', () => {
    expect(lineOf(' bill 7 😀 ', LONGEST)).toBe('bill 7 😀');
    expect(lineOf('a\0b\r\nc', LONGEST)).toBe('a b c');
    expect(cutAt('123456789😀', LONGEST)).toBe('123456789');
    expect(cutAt('12345678😀', LONGEST)).toBe('12345678😀');
  });
});
