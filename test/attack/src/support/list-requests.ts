import { NOON } from './list-steps.ts';
import type { ListRequest, Row } from './naive-list.ts';

const BLOCK = 64;

/** Pages at the beginning, at the end, past it, and around the edges of blocks. */
function pagesOf(length: number): { page: number; pageSize: number }[] {
  const sizes = [1, 7, 10, 100];
  return sizes.flatMap((pageSize) => {
    const last = Math.max(1, Math.ceil(length / pageSize));
    const edge = Math.ceil(BLOCK / pageSize);
    return [...new Set([1, 2, edge, edge + 1, last, last + 1])].map((page) => ({ page, pageSize }));
  });
}

export function requestsOf(rows: readonly Row[], facets: readonly (number | null)[]): ListRequest[] {
  const times = rows.map(({ at }) => at).toSorted((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? NOON;
  const ranges: [number | null, number | null][] = [
    [null, null],
    [middle, null],
    [null, middle],
    [times[0] ?? NOON, times.at(-1) ?? NOON],
    [middle, middle + 1],
    [(times.at(-1) ?? NOON) + 1, null],
    [middle, middle],
  ];
  const requests: ListRequest[] = [];
  for (const [n, { page, pageSize }] of pagesOf(rows.length).entries()) {
    for (const [m, facet] of facets.entries()) {
      const [createdStart, createdEnd] = ranges[(n + m) % ranges.length] as [number | null, number | null];
      requests.push({
        page,
        pageSize,
        facet,
        createdStart: null,
        createdEnd: null,
        newestFirst: n % 2 === 0,
      });
      requests.push({ page, pageSize, facet, createdStart, createdEnd, newestFirst: (n + m) % 2 === 0 });
      requests.push({ page: 1, pageSize, facet, createdStart, createdEnd, newestFirst: true });
    }
  }
  return requests;
}
