import type { ComponentChildren } from 'preact';
import './table.css';

export interface Column<Row> {
  readonly title: string;
  /** `end` for numbers, so that their digits stand below each other. */
  readonly align?: 'start' | 'end';
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

export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too.
    <section class="table-frame" aria-label={caption} tabIndex={0}>
      <table class="table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, align }) => (
              <th key={title} scope="col" data-align={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, align, cell }) => (
                <td key={title} data-align={align}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
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
