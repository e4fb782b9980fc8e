import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { RowHeights } from './row-heights.ts';

/** Below this all rows are drawn: the browser's own search and screen readers see them. */
const DRAWN_AT_ONCE = 150;
const MARGIN_ROWS = 20;
const STEP_ROWS = 10;

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
  const heights = useRef(new RowHeights()).current;
  const [drawn, setDrawn] = useState({ first: 0, end: DRAWN_AT_ONCE });
  const isLong = count > DRAWN_AT_ONCE;
  const first = isLong ? Math.min(drawn.first, count) : 0;
  const end = isLong ? Math.min(drawn.end, count) : count;

  useLayoutEffect(() => {
    if (isLong) measureRows(heights, body.current);
  });

  useEffect(() => {
    if (!isLong) return;
    const look = () => {
      const above = -(body.current?.getBoundingClientRect().top ?? 0);
      const next = {
        first: stepBelow(heights.rowAt(above, count) - MARGIN_ROWS),
        end: stepBelow(heights.rowAt(above + window.innerHeight, count) + MARGIN_ROWS) + STEP_ROWS,
      };
      setDrawn((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    const lookAnew = () => {
      heights.forget();
      measureRows(heights, body.current);
      look();
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', lookAnew);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', lookAnew);
    };
  }, [isLong, count, heights]);

  return { body, first, end, above: heights.between(0, first), below: heights.between(end, count) };
}

function measureRows(heights: RowHeights, body: HTMLElement | null): void {
  const rows = [...(body?.querySelectorAll('tr[aria-rowindex]') ?? [])];
  if (rows[0] === undefined) return;
  // The head of the table is row 1.
  const first = Number(rows[0].getAttribute('aria-rowindex')) - 2;
  heights.measure(
    first,
    rows.map((row) => row.getBoundingClientRect().height),
  );
}

/** Rows come and go some at a time, not with every pixel. */
function stepBelow(row: number): number {
  return Math.max(0, Math.floor(row / STEP_ROWS) * STEP_ROWS);
}
