import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Below this all rows are drawn: the browser's own search and screen readers see them. */
const DRAWN_AT_ONCE = 150;
const MARGIN_ROWS = 20;

export interface RowsInSight {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly first: number;
  /** One past the last. */
  readonly end: number;
  /** The height of what is not drawn, in pixels. */
  readonly above: number;
  readonly below: number;
}

/** Which of thousands of rows are in sight, or nearly: only these are drawn, so a long table scrolls like a short one. */
export function useRowsInSight(count: number): RowsInSight {
  const body = useRef<HTMLTableSectionElement>(null);
  const [range, setRange] = useState({ first: 0, end: DRAWN_AT_ONCE });
  const rowHeight = useRef(44);
  const isLong = count > DRAWN_AT_ONCE;

  useLayoutEffect(() => {
    const row = body.current?.querySelector<HTMLElement>('tr[data-row]');
    if (row && row.offsetHeight > 0) rowHeight.current = row.offsetHeight;
  });

  useEffect(() => {
    if (!isLong) return;
    const look = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / rowHeight.current) - MARGIN_ROWS);
      const fit = Math.ceil(window.innerHeight / rowHeight.current) + 2 * MARGIN_ROWS;
      setRange((before) => (before.first === first ? before : { first, end: first + fit }));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [isLong]);

  const first = isLong ? Math.min(range.first, count) : 0;
  const end = isLong ? Math.min(range.end, count) : count;
  return { body, first, end, above: first * rowHeight.current, below: (count - end) * rowHeight.current };
}
