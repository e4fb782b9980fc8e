import { doneText, type Progress, progressText } from '../store/backup/progress.ts';

/** Where progress is shown: standard output, as a rule. */
export interface Shown {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** More often nobody can read it. */
const REDRAW_MS = 200;
const CLEAR_LINE = '\r\x1b[2K';

interface Step {
  readonly name: string;
  readonly expected: number | null;
  readonly since: number;
  done: number;
}

/** One line that is drawn anew on a terminal; elsewhere a plain line for each step, when it is done. */
export function progressLine(shown: Shown, now: () => number = () => performance.now()): Progress {
  const isScreen = shown.isTTY === true;
  let step: Step | null = null;
  let drawnAt = 0;
  const draw = ({ name, expected, since, done }: Step) => {
    const text = expected === null ? `${name}…` : progressText(name, done, expected, now() - since);
    // A line that wraps could not be drawn over.
    shown.write(CLEAR_LINE + text.slice(0, (shown.columns ?? 80) - 1));
    drawnAt = now();
  };
  const end = () => {
    if (step === null) return;
    const { name, expected, since, done } = step;
    step = null;
    const text = expected === null ? name : doneText(name, done, now() - since);
    if (isScreen) shown.write(`${CLEAR_LINE}${text}.\n`);
    else if (expected !== null) shown.write(`${text}.\n`);
  };
  return {
    begin(name, bytes) {
      end();
      step = { name, expected: bytes, since: now(), done: 0 };
      if (isScreen) draw(step);
      else if (bytes === null) shown.write(`${name}…\n`);
    },
    add(bytes) {
      if (step === null) return;
      step.done += bytes;
      if (isScreen && now() - drawnAt >= REDRAW_MS) draw(step);
    },
    end,
  };
}
