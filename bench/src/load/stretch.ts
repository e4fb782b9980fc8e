import { percentile } from './percentile.ts';
import { BROKEN, BUSY, type Outcome, type Records, SUCCESS } from './records.ts';

/** How long some requests took, from when they were due. */
export interface Times {
  readonly many: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
}

/** What came of the requests of a while. */
export interface Stretch {
  readonly ms: number;
  readonly offered: number;
  readonly answered: Times;
  readonly busy: Times;
  /** Connections that broke instead. */
  readonly broken: number;
  /** By what was asked for. */
  readonly kinds: readonly { readonly name: string; readonly answered: Times; readonly busy: Times }[];
  /** How late the generator was: where this is large, the figures are the generator's. */
  readonly lateP99Ms: number;
  /** By tenths of a second in which they were due. */
  readonly tenths: readonly { readonly p99Ms: number; readonly busy: number }[];
}

export const TENTH_MS = 100;

/** What came of the requests from one number to another, which were of these kinds in turn. */
export function stretchOf(
  records: Records,
  [from, to]: readonly [number, number],
  names: readonly string[],
  ms: number,
): Stretch {
  const numbers = Array.from({ length: to - from }, (_, n) => from + n);
  const of = (some: readonly number[], outcome: Outcome) =>
    timesOf(some.filter((n) => records.outcome[n] === outcome).map((n) => records.tookMs(n)));
  const began = records.dueMs[from] ?? 0;
  const tenths = Array.from({ length: Math.ceil(ms / TENTH_MS) }, (): number[] => []);
  for (const n of numbers) tenths[Math.floor(((records.dueMs[n] as number) - began) / TENTH_MS)]?.push(n);
  return {
    ms,
    offered: numbers.length,
    answered: of(numbers, SUCCESS),
    busy: of(numbers, BUSY),
    broken: of(numbers, BROKEN).many,
    kinds: names.map((name, kind) => {
      const those = numbers.filter((n) => n % names.length === kind);
      return { name, answered: of(those, SUCCESS), busy: of(those, BUSY) };
    }),
    lateP99Ms: timesOf(numbers.map((n) => records.lateMs(n))).p99Ms,
    tenths: tenths.map((some) => ({ p99Ms: of(some, SUCCESS).p99Ms, busy: of(some, BUSY).many })),
  };
}

function timesOf(latencies: readonly number[]): Times {
  const sorted = Float64Array.from(latencies).sort();
  return {
    many: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    meanMs: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
  };
}
