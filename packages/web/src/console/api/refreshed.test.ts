import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refreshed } from './refreshed.ts';

interface Row {
  readonly no: number;
  readonly state: string;
}

const keyOf = ({ no }: Row) => String(no);
const of = (state: string, ...numbers: number[]): Row[] => numbers.map((no) => ({ no, state }));

describe('a list that is read again', () => {
  it('shows each row as it is now, in its place, and tells apart what is new', () => {
    const shown = of('paid', 5, 4, 3, 2, 1);
    expect(refreshed(shown, of('done', 7, 6, 5, 4, 3), keyOf, false)).toEqual({
      rows: [...of('done', 5, 4, 3), ...of('paid', 2, 1)],
      news: of('done', 7, 6),
    });
  });

  it('lets go what is in it no more, and keeps what the page does not reach', () => {
    const shown = of('frozen', 5, 4, 3, 2, 1);
    expect(refreshed(shown, of('frozen', 5, 3), keyOf, false).rows).toEqual(of('frozen', 5, 3, 2, 1));
    expect(refreshed(shown, of('frozen', 5, 3), keyOf, true).rows).toEqual(of('frozen', 5, 3));
    expect(refreshed(shown, [], keyOf, true)).toEqual({ rows: [], news: [] });
  });

  it('whatever comes and goes: with its news before it, it is the list', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 });
    fc.assert(
      fc.property(numbers, numbers, fc.nat(20), (before, arrivals, size) => {
        const newestFirst = (some: number[]) => [...some].sort((a, b) => b - a);
        const shown = of('then', ...newestFirst(before));
        const newer = arrivals.map((n) => n + 100);
        // Some are in the list no more.
        const list = of('now', ...newestFirst([...before.filter((n) => n % 3 !== 0), ...newer]));
        const page = list.slice(0, size);
        const { rows, news } = refreshed(shown, page, keyOf, size >= list.length);
        const told = [...news, ...rows].map(keyOf);
        expect(told.slice(0, page.length)).toEqual(page.map(keyOf));
        expect(new Set(told).size).toBe(told.length);
        if (size >= list.length) expect(told).toEqual(list.map(keyOf));
      }),
    );
  });
});
