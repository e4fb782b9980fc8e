/** A list that was read again: what stays in sight, and what is new above it. */
export interface Refreshed<Row> {
  readonly rows: readonly Row[];
  /** Newer than all that were shown, the newest first. */
  readonly news: readonly Row[];
}

/**
 * The rows that are shown, as they are now. A page from the beginning tells of all rows up to the last that both have: what it lacks of
 * these is in the list no more. What is older is as it was.
 */
export function refreshed<Row>(
  shown: readonly Row[],
  page: readonly Row[],
  keyOf: (row: Row) => string,
  isWhole: boolean,
): Refreshed<Row> {
  const known = new Set(shown.map(keyOf));
  const now = new Map(page.map((row) => [keyOf(row), row]));
  const told = isWhole ? shown.length : shown.findLastIndex((row) => now.has(keyOf(row))) + 1;
  const rows = shown.flatMap((row, n) => {
    const fresh = now.get(keyOf(row));
    if (fresh !== undefined) return [fresh];
    return n < told ? [] : [row];
  });
  return { rows, news: page.filter((row) => !known.has(keyOf(row))) };
}
