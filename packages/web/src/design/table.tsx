import type { ComponentChildren } from 'preact';
import './table.css';
import { useMoreBeside } from './use-more-beside.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

export interface Column<Row> {
  readonly title: string;
  /** `end` for numbers, so that their digits stand below each other. */
  readonly align?: 'start' | 'end';
  /** What one comes for, such as what can be done with a row: it stays in sight, however wide the table is. */
  readonly staysInSight?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  /** What the table shows, for those who cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What to say when there is no row. */
  readonly empty: ComponentChildren;
}

/** A table of any length. On a narrow screen each row is a card, and each cell has its column's title before it. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  const { body, first, end, above, below } = useRowsInSight(rows.length);
  const frame = useMoreBeside<HTMLElement>();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too.
    <section ref={frame} class="table-frame" aria-label={caption} tabIndex={0}>
      <table class="table" aria-rowcount={rows.length + 1}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ title, align, staysInSight }) => (
              <th key={title} scope="col" data-align={align} data-stays={staysInSight || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap height={above} columns={columns.length} />
          {rows.slice(first, end).map((row, n) => (
            <tr key={keyOf(row)} aria-rowindex={first + n + 2}>
              {columns.map(({ title, align, staysInSight, cell }) => (
                <td key={title} data-title={title} data-align={align} data-stays={staysInSight || undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Gap height={below} columns={columns.length} />
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length} class="soft">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** Stands for rows that are not drawn. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing of it takes the focus.
    <tr class="table-gap" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  );
}
