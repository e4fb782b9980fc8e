import { useEffect, useRef, useState } from 'preact/hooks';
import { type Query, useDesk } from './desk.ts';

/** Whoever wants more than the first page wants much more: as many as the service gives at once. */
const MORE_ROWS = '500';

/** A list that is read page by page, each going on where the one before ended. */
export interface List<Row> {
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly failure: unknown;
  readonly hasMore: boolean;
  more(): void;
}

interface Page {
  readonly next: string | null;
}

/** Reads a list from its beginning whenever the question changes; what was on the way for the old one is thrown away. */
export function useList<Whole extends Page, Row>(
  path: string,
  query: Query,
  rowsOf: (page: Whole) => readonly Row[],
): List<Row> {
  const desk = useDesk();
  const [list, setList] = useState<{ rows: readonly Row[]; next: string | null }>({ rows: [], next: null });
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const current = useRef(new AbortController());

  const load = (before: readonly Row[], cursor: string | null) => {
    const { signal } = current.current;
    setLoading(true);
    desk.read(path, cursor === null ? query : { ...query, cursor, page_size: MORE_ROWS }, signal).then(
      (answer) => {
        if (signal.aborted) return;
        const page = answer as Whole;
        setList({ rows: [...before, ...rowsOf(page)], next: page.next });
        setFailure(null);
        setLoading(false);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        setFailure(error);
        setLoading(false);
      },
    );
  };

  const question = JSON.stringify([path, query]);
  useEffect(() => {
    current.current = new AbortController();
    load([], null);
    return () => current.current.abort();
  }, [question, desk]);

  return {
    rows: list.rows,
    isLoading,
    failure,
    hasMore: list.next !== null,
    more: () => load(list.rows, list.next),
  };
}
