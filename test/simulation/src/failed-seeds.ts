import type { Trial } from './trials.ts';

/** A world that showed a fault once. */
export interface FailedSeed {
  readonly seed: number;
  readonly orders: number;
  /** Its trials; null: those that the seed draws. */
  readonly trials: readonly Trial[] | null;
}

const of = (orders: number, seeds: readonly number[], trials: readonly Trial[] | null = []): FailedSeed[] =>
  seeds.map((seed) => ({ seed, orders, trials }));

/** They stay, whatever the simulation has become since. */
export const FAILED_SEEDS: readonly FailedSeed[] = [
  ...of(4, [14, 18, 21, 31, 65, 99, 110, 150, 177, 180, 197, 270, 294, 334, 775, 867]),
  ...of(4, [17, 27, 111, 1200], ['restore']),
  ...of(4, [102, 129, 172, 365, 399, 402, 450, 451, 517, 585, 622, 1102, 2111, 2456, 3115], null),
  ...of(30, [1061, 1016, 1040, 1050, 1060, 1229, 1424, 1435, 1503, 2057, 2127, 2174, 2192, 2433, 2515], null),
  ...of(30, [57, 21, 43, 142, 11, 17, 24, 27, 31, 33, 41, 63, 75, 77], null),
  ...of(30, [90_031, 90_043, 90_046, 90_068, 90_075, 90_086]),
];
