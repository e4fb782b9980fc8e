import type { JSX } from 'preact';
import type { Moment } from './plot.ts';
import { tickText } from './ticks.ts';

const LEFT = 44;
const RIGHT_MARGIN = 8;
const TOP = 10;
const BOTTOM_MARGIN = 24;
/** A label of the horizontal axis needs about this much. */
const LABEL_WIDTH = 64;

/** Where things stand in a plot, in pixels. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The width that each moment has. */
  readonly band: number;
  /** The middle of a moment's band. */
  x(at: number): number;
  y(value: number): number;
  /** The moment that is closest to a position. */
  nearest(x: number): number;
}

export function frameOf(width: number, height: number, moments: number, levels: readonly number[]): Frame {
  const right = width - RIGHT_MARGIN;
  const bottom = height - BOTTOM_MARGIN;
  const band = Math.max(0, right - LEFT) / Math.max(1, moments);
  const [low, high] = [levels[0] ?? 0, levels.at(-1) ?? 1];
  return {
    left: LEFT,
    right,
    top: TOP,
    bottom,
    band,
    x: (at) => LEFT + (at + 0.5) * band,
    y: (value) => bottom - ((value - low) / (high - low)) * (bottom - TOP),
    nearest: (x) => Math.min(moments - 1, Math.max(0, Math.floor((x - LEFT) / band))),
  };
}

interface Props {
  readonly frame: Frame;
  readonly moments: readonly Moment[];
  readonly levels: readonly number[];
}

/** The lines one reads heights by, and what stands below and beside them. */
export function Axes({ frame, moments, levels }: Props): JSX.Element {
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / frame.band));
  return (
    <g class="plot-axes">
      {levels.map((level) => (
        <g key={level}>
          <line x1={frame.left} x2={frame.right} y1={frame.y(level)} y2={frame.y(level)} />
          <text x={frame.left - 8} y={frame.y(level) + 4} text-anchor="end">
            {tickText(level)}
          </text>
        </g>
      ))}
      {moments.map(
        ({ short }, at) =>
          // Counted from the newest, so that the right end always has a label.
          (moments.length - 1 - at) % every === 0 && (
            <text key={at} x={labelAt(frame, at)} y={frame.bottom + 17} text-anchor="middle">
              {short}
            </text>
          ),
      )}
    </g>
  );
}

/** Labels at the edges would be cut off in the middle of their band. */
function labelAt(frame: Frame, at: number): number {
  return Math.min(frame.x(at), frame.right - LABEL_WIDTH / 3);
}
