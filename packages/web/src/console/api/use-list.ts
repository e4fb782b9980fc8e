import { useEffect, useRef, useState } from 'preact/hooks';
import { type Query, useDesk } from './desk.ts';
import { isAnybodyHere } from './presence.ts';
import { refreshed } from './refreshed.ts';

/** Whoever wants more than the first page wants much more: as many as the service gives at once. */
const MOST_ROWS = 500;
const LEAST_ROWS = 50;
/** Whoever is so near to the beginning looks at it: what is new may push the rest down. */
const AT_TOP_PX = 80;

/** A list that is read page by page, each going on where the one before ended. */
export interface List<Row> {
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly failure: unknown;
  /** Why a live one could not be read again: what is shown may be old. */
  readonly staleness: unknown;
  readonly hasMore: boolean;
  more(): void;
  /** How many are newer than all that are shown. They come by themselves where they push nothing away. */
  readonly news: number;
  showNews(): void;
}

interface Page {
  readonly next: string | null;
}

/** How a list is kept as it is now. */
interface Live<Row> {
  readonly everyMs: number;
  readonly keyOf: (row: Row) => string;
}

interface Shown<Row> {
  readonly rows: readonly Row[];
  readonly news: readonly Row[];
  readonly next: string | null;
}

/**
 * Reads a list from its beginning whenever the question changes; what was on the way for the old one is thrown away. A live one is read
 * again while somebody is there: its rows change in their places.
 */
export function useList<Whole extends Page, Row>(
  path: string,
  query: Query,
  rowsOf: (page: Whole) => readonly Row[],
  live?: Live<Row>,
): List<Row> {
  const desk = useDesk();
  const [list, setList] = useState<Shown<Row>>({ rows: [], news: [], next: null });
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const [staleness, setStaleness] = useState<unknown>(null);
  const current = useRef(new AbortController());

  const read = async (more: Query): Promise<Whole> =>
    (await desk.read(path, { ...query, ...more }, current.current.signal)) as Whole;

  const load = async (before: readonly Row[], cursor: string | null) => {
    const { signal } = current.current;
    setLoading(true);
    try {
      const page = await read(cursor === null ? {} : { cursor, page_size: String(MOST_ROWS) });
      if (signal.aborted) return;
      setList({ rows: [...before, ...rowsOf(page)], news: [], next: page.next });
      setFailure(null);
      setStaleness(null);
    } catch (error) {
      if (signal.aborted) return;
      setFailure(error);
    }
    setLoading(false);
  };

  const refresh = async (keyOf: Live<Row>['keyOf']) => {
    const { signal } = current.current;
    const size = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, list.rows.length + list.news.length));
    let page: Whole;
    try {
      page = await read({ page_size: String(size) });
      if (signal.aborted) return;
      setStaleness(null);
    } catch (error) {
      // What was read before stays in sight, and is said to be no more than that.
      if (!signal.aborted) setStaleness(error);
      return;
    }
    setList(({ rows: shown, next }) => {
      const { rows, news } = refreshed(shown, rowsOf(page), keyOf, page.next === null);
      const comes = shown.length === 0 || window.scrollY < AT_TOP_PX;
      return comes ? { rows: [...news, ...rows], news: [], next } : { rows, news, next };
    });
  };

  const question = JSON.stringify([path, query]);
  useEffect(() => {
    current.current = new AbortController();
    void load([], null);
    return () => current.current.abort();
  }, [question, desk]);

  const latest = useRef(refresh);
  latest.current = refresh;
  const isWaiting = live !== undefined && !isLoading;
  useEffect(() => {
    if (!isWaiting) return;
    // One after the other: an older answer never takes a newer one's place.
    let isReading = false;
    const look = async () => {
      if (isReading || !isAnybodyHere()) return;
      isReading = true;
      await latest.current(live.keyOf);
      isReading = false;
    };
    const timer = setInterval(() => void look(), live.everyMs);
    return () => clearInterval(timer);
  }, [isWaiting, question]);

  return {
    rows: list.rows,
    isLoading,
    failure,
    staleness,
    hasMore: list.next !== null,
    more: () => void load([...list.news, ...list.rows], list.next),
    news: list.news.length,
    showNews: () => setList(({ rows, news, next }) => ({ rows: [...news, ...rows], news: [], next })),
  };
}
