import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LedgerError } from './ledger-error.ts';
import { pageOf } from './page.ts';

const SIZES = { usual: 3, most: 5 };
const page = (items: readonly string[], query: Record<string, string>) =>
  pageOf(items, (item) => item, new URLSearchParams(query), SIZES);

it('tells all of a list, each once, whatever the limit', () => {
  const lists = fc.uniqueArray(fc.string({ minLength: 1, unit: 'binary-ascii' }), { maxLength: 40 });
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 9 }), (list, limit) => {
      const items = list.toSorted((a, b) => (a < b ? -1 : 1));
      const told: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { items: few, next } = page(items, { limit: String(limit), cursor });
        expect(few.length).toBeLessThanOrEqual(Math.min(limit, SIZES.most));
        told.push(...few);
        cursor = next;
      }
      expect(told).toEqual(items);
    }),
  );
});

it('goes on behind a key that is gone', () => {
  const { next } = page(['a', 'b', 'c'], { limit: '2' });
  expect(page(['a', 'c', 'd'], { cursor: next ?? '' })).toEqual({ items: ['c', 'd'], next: null });
});

it('refuses a limit that is none', () => {
  for (const limit of ['0', '-1', '1.5', 'ten', ''])
    expect(() => page(['a'], { limit })).toThrow(LedgerError);
});
