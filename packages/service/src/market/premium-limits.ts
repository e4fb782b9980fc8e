/** What a promise for later costs, and what that is reckoned from. */
export interface PremiumLimits {
  /** Seconds from one sample of the history to the next. */
  readonly sampleS: number;
  /** How far back the history goes. */
  readonly historyS: number;
  /** With fewer samples nothing is known, and the cap counts. */
  readonly leastSamples: number;
  readonly floorPpm: number;
  readonly capPpm: number;
}

export const DEFAULT_PREMIUM_LIMITS: PremiumLimits = {
  sampleS: 60,
  historyS: 4 * 3_600,
  leastSamples: 30,
  floorPpm: 200,
  capPpm: 20_000,
};
