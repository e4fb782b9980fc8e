import type { JSX } from 'preact';
import type { PlotData } from './plot.ts';

interface Props {
  readonly data: PlotData;
  readonly title: string;
  readonly texts: { readonly asTable: string; readonly when: string };
}

/** The same numbers as rows: for who cannot see the plot, and for who wants to copy from it. */
export function PlotTable({ data, title, texts }: Props): JSX.Element {
  return (
    <details class="plot-table">
      <summary>{texts.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <section class="plot-rows" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.when}</th>
              {data.series.map(({ name }) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.moments.map(({ long }, at) => (
              <tr key={long}>
                <th scope="row">{long}</th>
                {data.series.map(({ name, points }) => (
                  <td key={name}>{points[at]?.text ?? '—'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
