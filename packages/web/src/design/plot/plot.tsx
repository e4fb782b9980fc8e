import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Axes, type Frame, frameOf } from './axes.tsx';
import { Bars, Lines } from './marks.tsx';
import { describeMoment, extentOf, type PlotData } from './plot.ts';
import './plot.css';
import { PlotTable } from './plot-table.tsx';
import { ticks } from './ticks.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 180;

interface Props {
  readonly title: string;
  readonly kind: 'lines' | 'bars' | 'stack';
  readonly data: PlotData;
  readonly texts: { readonly asTable: string; readonly when: string; readonly empty: string };
}

/**
 * A plot that everyone can read: by pointing, by touch, with the arrow keys, or as a table. What one moves along it is
 * an ordinary slider, laid over the drawing, so keys and screen readers work as they do everywhere.
 */
export function Plot({ title, kind, data, texts }: Props): JSX.Element {
  const [element, width] = useWidth<HTMLDivElement>();
  const [at, setAt] = useState<number | null>(null);
  const { moments, series } = data;
  const [smallest, largest] = extentOf(data, kind === 'stack');
  const levels = ticks(largest, 4, smallest);
  const frame = frameOf(width, HEIGHT, moments.length, levels);
  const shown = at !== null && at < moments.length ? at : null;
  const pointAt = (event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    setAt(frame.nearest(event.clientX - box.left));
  };
  return (
    <figure class="plot">
      <Legend data={data} title={title} />
      <div
        class="plot-area"
        ref={element}
        style={{ height: `${HEIGHT}px` }}
        onPointerMove={pointAt}
        onPointerLeave={() => setAt(null)}
      >
        {width > 0 && moments.length > 0 && (
          <>
            <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
              <Axes frame={frame} moments={moments} levels={levels} />
              {kind === 'lines' ? (
                <Lines frame={frame} series={series} />
              ) : (
                <Bars frame={frame} series={series} isStacked={kind === 'stack'} />
              )}
              {shown !== null && <Cursor frame={frame} at={shown} />}
            </svg>
            <input
              class="plot-slider"
              type="range"
              min={0}
              max={moments.length - 1}
              value={shown ?? moments.length - 1}
              aria-label={title}
              aria-valuetext={describeMoment(data, shown ?? moments.length - 1)}
              onInput={(event) => setAt(Number(event.currentTarget.value))}
              onBlur={() => setAt(null)}
            />
            {shown !== null && <Tooltip data={data} at={shown} frame={frame} />}
          </>
        )}
        {moments.length === 0 && <p class="plot-empty">{texts.empty}</p>}
      </div>
      <PlotTable data={data} title={title} texts={texts} />
    </figure>
  );
}

function Legend({ title, data }: { readonly title: string; readonly data: PlotData }): JSX.Element {
  return (
    <figcaption class="plot-caption">
      <span class="plot-title">{title}</span>
      {data.series.length > 1 &&
        data.series.map(({ name, tone }) => (
          <span class="plot-key" key={name}>
            <i class={`plot-swatch plot-tone-${tone}`} />
            {name}
          </span>
        ))}
    </figcaption>
  );
}

function Cursor({ frame, at }: { readonly frame: Frame; readonly at: number }): JSX.Element {
  const x = frame.x(at);
  return <line class="plot-cursor" x1={x} x2={x} y1={frame.top} y2={frame.bottom} />;
}

/** Stands on the side of the cursor where there is room. */
function Tooltip({
  data,
  at,
  frame,
}: {
  readonly data: PlotData;
  readonly at: number;
  readonly frame: Frame;
}): JSX.Element {
  const x = frame.x(at);
  const isLeft = x > frame.right / 2;
  const place = isLeft ? { right: `${frame.right - x + 12}px` } : { left: `${x + 12}px` };
  return (
    <div class="plot-tooltip" style={place} aria-hidden="true">
      <b>{data.moments[at]?.long}</b>
      {data.series.map(({ name, tone, points }) => (
        <span key={name}>
          <i class={`plot-swatch plot-tone-${tone}`} />
          {name} <span class="plot-value">{points[at]?.text ?? '—'}</span>
        </span>
      ))}
    </div>
  );
}
