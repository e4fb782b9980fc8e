import { Random } from './random.ts';

/**
 * Faults that not every world has. They are drawn apart from all else, so that a world without them is what it was before
 * there were any, and a seed that failed once stays the same.
 */
export const TRIALS = ['restore', 'switch', 'clock', 'stranger', 'prices'] as const;
/** Those that there are since: from yet another stream, for the same reason. */
export const LATER_TRIALS = ['failures', 'costly', 'frozen', 'signer', 'place', 'expiry', 'stopped'] as const;
/** And since: the same again. */
export const LAST_TRIALS = ['durable'] as const;
/** And once more. */
export const NEWEST_TRIALS = ['settlements'] as const;
/** And again. */
export const SCHEDULE_TRIALS = ['schedule'] as const;
/** Those that no seed draws: they are asked for by name. */
export const NAMED_TRIALS = ['backup'] as const;
export type Trial = (
  | typeof TRIALS
  | typeof LATER_TRIALS
  | typeof LAST_TRIALS
  | typeof NEWEST_TRIALS
  | typeof SCHEDULE_TRIALS
  | typeof NAMED_TRIALS
)[number];

/** What another stream of the same seed begins with. */
const APART = 0x2545f491;

export function apart(seed: number): number {
  return (seed ^ APART) >>> 0;
}

/** The trials of a world: of some none, of most one or two. */
export function drawTrials(luck: Random, seed: number): Trial[] {
  const later = new Random(apart(seed + 2));
  const last = new Random(apart(seed + 10));
  const newest = new Random(apart(seed + 13));
  const schedule = new Random(apart(seed + 15));
  return [
    ...TRIALS.filter(() => luck.chance(0.2)),
    ...LATER_TRIALS.filter(() => later.chance(0.2)),
    ...LAST_TRIALS.filter(() => last.chance(0.2)),
    ...NEWEST_TRIALS.filter(() => newest.chance(0.2)),
    ...SCHEDULE_TRIALS.filter(() => schedule.chance(0.2)),
  ];
}

/** True if the store goes back in such a world: each machine has a record of what it has signed. */
export function goesBack(trials: ReadonlySet<Trial>): boolean {
  return trials.has('restore') || trials.has('backup');
}
