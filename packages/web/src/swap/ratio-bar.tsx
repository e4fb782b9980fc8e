import { useRef } from 'preact/hooks';
import { isRightToLeft } from '../design/locale.ts';
import { texts } from '../texts/now.ts';
import { LEAST_SHARE, moveBoundary, type Shares } from './shares.ts';
import './ratio-bar.css';

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: isRightToLeft ? 1 : -1,
  ArrowDown: -1,
  ArrowRight: isRightToLeft ? -1 : 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};

/** The shares as parts of a bar, with a handle between each two. Whatever one does, they add up to 100 %. */
export function RatioBar({ shares, onChange }: { shares: Shares; onChange: (shares: Shares) => void }) {
  const { receivers } = texts.swap;
  const bar = useRef<HTMLDivElement>(null);
  const boundaries = shares
    .slice(0, -1)
    .map((_, n) => shares.slice(0, n + 1).reduce((sum, each) => sum + each, 0));

  const drag = (n: number) => (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement;
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const { left, right, width } = (bar.current as HTMLElement).getBoundingClientRect();
    const way = isRightToLeft ? right - event.clientX : event.clientX - left;
    onChange(moveBoundary(shares, n, (way / width) * 100));
  };
  const press = (n: number, place: number) => (event: KeyboardEvent) => {
    const ends: Record<string, number> = { Home: 0, End: 100 };
    const step = STEPS[event.key];
    const to = step === undefined ? ends[event.key] : place + step;
    if (to === undefined) return;
    event.preventDefault();
    onChange(moveBoundary(shares, n, to));
  };

  return (
    <fieldset>
      <legend class="unseen">{receivers.bar}</legend>
      <div ref={bar} class="ratio-bar">
        {shares.map((share, n) => (
          <div key={n} class="ratio-part" data-part={n + 1} style={{ width: `${share}%` }} aria-hidden="true">
            <span>{`${share} %`}</span>
          </div>
        ))}
        {boundaries.map((place, n) => (
          <div
            key={n}
            class="ratio-handle"
            style={{ insetInlineStart: `${place}%` }}
            role="slider"
            tabIndex={0}
            aria-label={receivers.handle(n + 1)}
            aria-valuemin={(boundaries[n - 1] ?? 0) + LEAST_SHARE}
            aria-valuemax={(boundaries[n + 1] ?? 100) - LEAST_SHARE}
            aria-valuenow={place}
            aria-valuetext={receivers.handleSays(shares[n] as number, shares[n + 1] as number)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag(n)}
            onKeyDown={press(n, place)}
          />
        ))}
      </div>
    </fieldset>
  );
}
