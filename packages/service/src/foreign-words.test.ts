import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foreignWords } from './foreign-words.ts';

it('are one line that a store, a log and a terminal take', () => {
  expect(foreignWords('x\0y')).toBe('x\ufffdy');
  expect(foreignWords('\u001b[2J\u001b[HAll is well')).toBe('\ufffd[2J\ufffd[HAll is well');
  expect(foreignWords('  a page\r\n\twith lines ')).toBe('a page with lines');
  expect(foreignWords(undefined)).toBe('undefined');
});

it('are cut between letters, never within one', () => {
  expect(foreignWords('🙂🙂🙂', 2)).toBe('🙂🙂…');
  expect(foreignWords('ab', 2)).toBe('ab');
  expect(foreignWords('🙂'.slice(0, 1))).toBe('\ufffd');
});

it('hold nothing that cannot be seen, whatever was said', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (said) => {
      const words = foreignWords(said);
      expect(words).not.toMatch(/\p{C}/u);
      expect([...words].length).toBeLessThanOrEqual(201);
    }),
  );
});
