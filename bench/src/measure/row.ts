import type { Compared, Window } from './rounds.ts';

export type Aim = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the table: how we compare with something, round by round. */
export interface Row {
  readonly work: string;
  readonly against: string;
  readonly aim: Aim;
  /** What the ratio is of. */
  readonly unit: 'requests per second' | 'latency' | 'memory' | 'processors';
  readonly ratio: Spread;
  readonly ours: Side;
  readonly theirs: Side;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Medians over the rounds. */
export interface Side {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number | null;
  readonly cpuUs: number | null;
  /** Resident, in megabytes, where that is what is compared. */
  readonly residentMb?: number;
  /** Parts of the processors, where they are. */
  readonly used?: number;
}

export function throughputRow(work: string, against: string, atLeast: number, windows: Compared): Row {
  return row({ work, against, aim: { atLeast }, unit: 'requests per second' }, windows, (w) => w.perSecond);
}

export function latencyRow(work: string, against: string, atMost: number, windows: Compared): Row {
  return row({ work, against, aim: { atMost }, unit: 'latency' }, windows, (w) => w.p50Ms);
}

/** Of the slowest of a hundred. */
export function tailRow(work: string, against: string, atMost: number, windows: Compared): Row {
  return row({ work, against, aim: { atMost }, unit: 'latency' }, windows, (w) => w.p99Ms ?? w.p50Ms);
}

/** Of what a process holds, in megabytes. */
export function memoryRow(work: string, against: string, ours: number, theirs: number, atMost: number): Row {
  const ratio = ours / theirs;
  const side = (residentMb: number): Side => ({
    perSecond: 0,
    p50Ms: 0,
    p99Ms: null,
    cpuUs: null,
    residentMb,
  });
  return {
    work,
    against,
    aim: { atMost },
    unit: 'memory',
    ratio: { median: ratio, min: ratio, max: ratio },
    ours: side(ours),
    theirs: side(theirs),
  };
}

export function isMet({ aim, ratio }: Row): boolean {
  return 'atLeast' in aim ? ratio.median >= aim.atLeast : ratio.median <= aim.atMost;
}

function row(
  head: Pick<Row, 'work' | 'against' | 'aim' | 'unit'>,
  { ours, theirs }: Compared,
  figure: (window: Window) => number,
): Row {
  const ratios = ours.map((window, n) => figure(window) / figure(theirs[n] as Window));
  const ratio = { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
  return { ...head, ratio, ours: side(ours), theirs: side(theirs) };
}

function side(windows: readonly Window[]): Side {
  const known = (figures: (number | null)[]) => {
    const numbers = figures.filter((figure) => figure !== null);
    return numbers.length === 0 ? null : median(numbers);
  };
  return {
    perSecond: median(windows.map((w) => w.perSecond)),
    p50Ms: median(windows.map((w) => w.p50Ms)),
    p99Ms: known(windows.map((w) => w.p99Ms)),
    cpuUs: known(windows.map((w) => w.cpuUs)),
  };
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
