/** What a promise for later costs, and what that is reckoned from. */
export interface PremiumLimits {
  /** Seconds from one sample of the history to the next. */
  readonly sampleS: number;
  /** How far back the history goes. */
  readonly historyS: number;
  /** With fewer samples nothing is known, and the cap counts. */
  readonly leastSamples: number;
  /**
   * Hundredths of σ · √T. An option at the money is worth 40 of them to somebody who pays for it; but nobody pays for a price
   * that they leave, so it has to keep those out who take only what has won.
   */
  readonly factorPct: number;
  readonly floorPpm: number;
  readonly capPpm: number;
}

export const DEFAULT_PREMIUM_LIMITS: PremiumLimits = {
  sampleS: 60,
  historyS: 4 * 3_600,
  leastSamples: 30,
  factorPct: 100,
  floorPpm: 200,
  capPpm: 20_000,
};
