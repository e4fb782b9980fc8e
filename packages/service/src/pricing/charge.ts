/** What is taken of an entry's part before its network fee, in millionths. */
export interface Charged {
  /** The service fee of the amount. */
  readonly feePpm: number;
  /** What the fee is for other amounts; none: the same for any. */
  readonly feeTiers?: FeeTiers | null;
  /** What it is dearer for what the treasury lacks; below 0: cheaper, for what it has too much of. None: nothing. */
  readonly skewPpm?: number;
  /** What a fixed price costs on top of the service fee; none: nothing. */
  readonly premiumPpm?: number;
  /** What the partner who asked for it puts on top, for themselves; none: nothing. */
  readonly markupPpm?: number;
}

/** From so many units of the source on, the service fee of all of it is so much. */
export interface FeeTier {
  readonly fromUnits: bigint;
  readonly feePpm: number;
}

/** From nothing on first. Each is lower than the one before, so that more sent is never less received. */
export type FeeTiers = readonly FeeTier[];

/** All that is taken of a part. */
export function chargePpm(charged: Charged): number {
  return charged.feePpm + usedSkewPpm(charged) + (charged.premiumPpm ?? 0) + (charged.markupPpm ?? 0);
}

/** The skew as it counts: it makes nothing cheaper than free of the service fee. */
export function usedSkewPpm({ feePpm, skewPpm = 0 }: Charged): number {
  return skewPpm < -feePpm ? -feePpm : skewPpm;
}

/**
 * What of it is the service fee that is earned: what a skew takes off is taken off the fee. What it puts on stays with the
 * treasury, as what a fixed price costs does. A markup is the partner's, and not among it.
 */
export function earnedPpm(charged: Charged): number {
  const skewPpm = usedSkewPpm(charged);
  return skewPpm < 0 ? charged.feePpm + skewPpm : charged.feePpm;
}

/** The service fee of so many units of the source. */
export function feeAt({ feePpm, feeTiers = null }: Charged, units: bigint): number {
  if (feeTiers === null) return feePpm;
  let fee = feePpm;
  for (const tier of feeTiers) {
    if (tier.fromUnits > units) break;
    fee = tier.feePpm;
  }
  return fee;
}

/** What is taken of the largest amounts, of which the least is. */
export function leastChargePpm(charged: Charged): number {
  const { feeTiers, skewPpm = 0, premiumPpm = 0, markupPpm = 0 } = charged;
  const least = feeTiers?.at(-1)?.feePpm;
  return least === undefined
    ? chargePpm(charged)
    : chargePpm({ feePpm: least, skewPpm, premiumPpm, markupPpm });
}
