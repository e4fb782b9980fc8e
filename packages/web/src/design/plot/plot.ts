/** One value of a plot. It is drawn from a number, since pixels are no money, and written digit for digit. */
export interface Point {
  readonly value: number;
  readonly text: string;
}

/** What belongs together: one line, or one colour of the bars. Points stand in the order of the plot's moments. */
export interface Series {
  readonly name: string;
  /** Null where there is nothing to show: that is not the same as zero. */
  readonly points: readonly (Point | null)[];
  /** Which of the plot's colours: they are told apart by lightness too. */
  readonly tone: 1 | 2 | 3 | 4;
}

/** Where points stand on the horizontal axis. */
export interface Moment {
  /** On the axis, where there is room. */
  readonly short: string;
  /** In the table, and where one points. */
  readonly long: string;
}

export interface PlotData {
  readonly moments: readonly Moment[];
  readonly series: readonly Series[];
}

/** The smallest and the largest value that the axis has to hold, with zero. What is below zero is stacked downward. */
export function extentOf({ moments, series }: PlotData, isStacked: boolean): readonly [number, number] {
  const total = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);
  const heights = moments.flatMap((_, at) => {
    const values = series.map(({ points }) => points[at]?.value ?? 0);
    const [below, above] = [values.filter((each) => each < 0), values.filter((each) => each > 0)];
    return isStacked ? [total(below), total(above)] : values;
  });
  return [Math.min(0, ...heights), Math.max(0, ...heights)];
}

/** All that is known of one moment, in words: for tooltips and screen readers. */
export function describeMoment({ moments, series }: PlotData, at: number): string {
  const parts = series.map(({ name, points }) => `${name} ${points[at]?.text ?? '—'}`);
  return `${moments[at]?.long ?? ''}: ${parts.join(', ')}`;
}
