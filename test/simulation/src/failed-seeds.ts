import type { Trial } from './trials.ts';

/** A world that showed a fault once. */
export interface FailedSeed {
  readonly seed: number;
  readonly orders: number;
  /** Its trials; null: those that the seed draws today. */
  readonly trials: readonly Trial[] | null;
}

const of = (orders: number, seeds: readonly number[], trials: readonly Trial[] = []): FailedSeed[] =>
  seeds.map((seed) => ({ seed, orders, trials }));

/** They stay, with the trials that they drew then, whatever the simulation has become since. */
export const FAILED_SEEDS: readonly FailedSeed[] = [
  { seed: 2_800_211, orders: 4, trials: null },
  ...of(4, [14, 18, 21, 31, 65, 99, 110, 150, 177, 180, 197, 270, 294, 334, 775, 867]),
  ...of(4, [17, 27, 111, 1200], ['restore']),
  ...of(4, [102], ['switch', 'clock', 'failures', 'frozen']),
  ...of(4, [129, 172], ['restore', 'switch']),
  ...of(4, [365], ['stranger']),
  ...of(4, [399, 2456], ['failures']),
  ...of(4, [402], ['restore', 'switch', 'costly']),
  ...of(4, [450], ['restore', 'clock', 'prices']),
  ...of(4, [451], ['stranger', 'prices', 'failures']),
  ...of(4, [517], ['clock', 'costly']),
  ...of(4, [585], ['clock']),
  ...of(4, [622], ['restore', 'prices']),
  ...of(4, [1102, 14_172, 70_585], ['prices']),
  ...of(4, [2111], ['restore', 'stranger']),
  ...of(4, [3115], ['restore', 'clock', 'costly']),
  ...of(30, [1061, 2174], ['restore', 'failures']),
  ...of(30, [1016], ['restore', 'prices', 'failures']),
  ...of(30, [1040, 2515], ['prices']),
  ...of(30, [1050], ['switch', 'stranger', 'failures']),
  ...of(30, [1060], ['restore']),
  ...of(30, [1229], ['stranger', 'prices', 'frozen']),
  ...of(30, [1424, 24, 63], ['clock']),
  ...of(30, [1435, 2057], ['stranger']),
  ...of(30, [1503], ['restore', 'stranger', 'failures']),
  ...of(30, [2127, 17, 33], ['restore', 'switch']),
  ...of(30, [2192], ['prices', 'failures', 'costly']),
  ...of(30, [2433], ['stranger', 'costly', 'frozen']),
  ...of(30, [57], ['switch', 'costly']),
  ...of(30, [21], ['restore', 'stranger']),
  ...of(30, [43], ['clock', 'stranger', 'prices', 'costly']),
  ...of(30, [142], ['switch', 'clock', 'prices']),
  ...of(30, [11], ['clock', 'costly']),
  ...of(30, [27], ['restore', 'switch', 'costly']),
  ...of(30, [31], ['clock', 'stranger', 'prices', 'failures', 'costly']),
  ...of(30, [41], ['frozen']),
  ...of(30, [75], ['stranger', 'prices', 'costly', 'frozen']),
  ...of(30, [77], ['switch', 'clock', 'stranger', 'prices', 'costly']),
  ...of(30, [90_031, 90_043, 90_046, 90_068, 90_075, 90_086]),
  ...of(4, [30_248], ['restore', 'stranger', 'signer']),
  ...of(4, [30_280], ['switch', 'signer']),
  ...of(4, [30_009], ['restore', 'clock', 'stranger', 'failures', 'place']),
  ...of(4, [41_269], ['frozen']),
  ...of(4, [41_395], ['restore', 'failures', 'costly', 'signer']),
  ...of(30, [50_215, 50_315], ['frozen']),
  ...of(30, [60_080], ['frozen', 'signer', 'place']),
  ...of(30, [60_095], ['switch', 'frozen']),
  ...of(30, [60_130], ['switch', 'failures', 'frozen', 'signer', 'place']),
  ...of(30, [50_195], ['stranger', 'failures', 'frozen']),
  ...of(30, [20_150], ['signer']),
  ...of(30, [20_195], ['switch', 'clock', 'signer']),
  ...of(30, [20_025], ['clock', 'prices', 'frozen']),
  ...of(4, [70_763], ['switch', 'prices', 'failures']),
  ...of(30, [70_107], ['stranger', 'prices']),
  ...of(4, [90_038], ['restore', 'clock', 'signer']),
  ...of(4, [90_305], ['restore', 'failures']),
  ...of(30, [96_007, 96_017, 96_026, 96_043, 96_048, 96_050, 96_097, 96_104, 96_108, 96_123], ['backup']),
  ...of(30, [81_125], ['switch', 'stranger', 'signer']),
  ...of(4, [100_367], ['restore', 'prices']),
  ...of(30, [110_390], ['restore', 'stranger', 'prices', 'failures', 'signer']),
  ...of(4, [130_193], ['restore', 'prices', 'failures', 'signer']),
  ...of(30, [120_161], ['costly', 'frozen']),
  ...of(30, [120_006], ['restore', 'switch', 'stranger']),
  ...of(30, [950_008], ['prices', 'frozen', 'signer', 'expiry']),
  ...of(30, [950_068], ['place']),
  ...of(4, [995_012], ['restore', 'prices', 'signer']),
  ...of(30, [980_069], ['stranger', 'failures', 'frozen']),
  ...of(4, [1_600_087], ['stranger', 'frozen']),
  ...of(4, [2_500_338], ['costly', 'frozen', 'signer', 'durable']),
  ...of(30, [3_100_090], ['place', 'settlements']),
  ...of(30, [3_100_215], ['clock', 'stranger', 'expiry', 'durable']),
  // What they drew is not known any more.
  ...[14_529, 30_457].map((seed) => ({ seed, orders: 4, trials: null })),
];
