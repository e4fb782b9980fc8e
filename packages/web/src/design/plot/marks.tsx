import type { Frame } from './axes.tsx';
import type { Series } from './plot.ts';

interface Props {
  readonly frame: Frame;
  readonly series: readonly Series[];
}

/** One line for each series, broken where there is nothing to show. A point that stands alone is a dot. */
export function Lines({ frame, series }: Props) {
  return (
    <g>
      {series.map(({ name, tone, points }) =>
        stretchesOf(points, frame).map((places) =>
          places.length === 1 ? (
            <circle
              key={`${name} ${places[0]?.x}`}
              class={`plot-dot plot-tone-${tone}`}
              r={3}
              {...at(places[0])}
            />
          ) : (
            <polyline
              key={`${name} ${places[0]?.x}`}
              class={`plot-line plot-tone-${tone}`}
              points={places.map(({ x, y }) => `${x},${y}`).join(' ')}
            />
          ),
        ),
      )}
    </g>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const at = (place: Place | undefined) => ({ cx: place?.x, cy: place?.y });

/** Neighbouring points, each group a line of its own. */
function stretchesOf(points: Series['points'], frame: Frame): Place[][] {
  const stretches: Place[][] = [];
  let open: Place[] | null = null;
  for (const [n, point] of points.entries()) {
    if (point === null) open = null;
    else {
      if (open === null) {
        open = [];
        stretches.push(open);
      }
      open.push({ x: frame.x(n), y: frame.y(point.value) });
    }
  }
  return stretches;
}

/** Bars side by side, or one above the other; what is below zero hangs from it. */
export function Bars({ frame, series, isStacked }: Props & { readonly isStacked: boolean }) {
  const whole = Math.max(1, Math.min(40, frame.band * 0.72));
  const width = isStacked ? whole : whole / series.length;
  const stacked = { up: new Map<number, number>(), down: new Map<number, number>() };
  return (
    <g>
      {series.map(({ name, tone, points }, number) =>
        points.map((point, n) => {
          const value = point?.value ?? 0;
          const stack = value < 0 ? stacked.down : stacked.up;
          const base = isStacked ? (stack.get(n) ?? 0) : 0;
          stack.set(n, base + value);
          const [top, bottom] = [
            frame.y(Math.max(base, base + value)),
            frame.y(Math.min(base, base + value)),
          ];
          return (
            <rect
              key={`${name} ${n}`}
              class={`plot-bar plot-tone-${tone}`}
              x={frame.x(n) - whole / 2 + (isStacked ? 0 : number * width)}
              y={top}
              width={width}
              height={bottom - top}
            />
          );
        }),
      )}
    </g>
  );
}
