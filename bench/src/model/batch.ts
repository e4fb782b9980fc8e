/** Calls that gather while a trip to the store is under way, and go together in the next (`store/batcher.ts`). */
export interface Batches {
  /** What a trip takes with nothing in it, the commit included, and what each call adds. */
  readonly tripS: number;
  readonly eachS: number;
  /** Trips at a time, and calls in one at most. */
  readonly lanes: number;
  readonly largest: number;
}

/** What they come to at some load. */
export interface Batched {
  /** Calls in a trip. */
  readonly calls: number;
  readonly tripS: number;
  /** How much of what can be is carried; 1 and more: it cannot. */
  readonly used: number;
  /** From the call to its answer. */
  readonly meanS: number;
  readonly p99S: number;
}

export function mostPerSecond({ tripS, eachS, lanes, largest }: Batches): number {
  return (lanes * largest) / (tripS + largest * eachS);
}

/**
 * As many calls go together as come while a lane is under way, and the trip is as long as they make it: n = λ/lanes · (trip + n · each). Who
 * comes waits for what is left of the trip under way, if one is, and then for its own. What comes beyond the largest trip
 * waits as at a server that serves trips.
 */
export function batched(batches: Batches, perSecond: number): Batched {
  const { tripS, eachS, lanes, largest } = batches;
  const perLane = perSecond / lanes;
  const used = perSecond / mostPerSecond(batches);
  if (used >= 1) {
    const whole = tripS + largest * eachS;
    return {
      calls: largest,
      tripS: whole,
      used,
      meanS: Number.POSITIVE_INFINITY,
      p99S: Number.POSITIVE_INFINITY,
    };
  }
  const free = 1 - perLane * eachS;
  const calls = free > 0 ? Math.max(1, Math.min(largest, (perLane * tripS) / free)) : largest;
  const lasts = tripS + calls * eachS;
  const isUnderWay = Math.min(1, (perLane * lasts) / calls);
  // Only near the most do whole trips pass somebody by: then they wait for another, and so on.
  const passedBy = (calls / largest) * (used / (1 - used)) * lasts * (calls / largest);
  return {
    calls,
    tripS: lasts,
    used,
    meanS: lasts + (isUnderWay * lasts) / 2 + passedBy,
    p99S: lasts * (1 + 0.99 * isUnderWay) + passedBy * Math.log(100),
  };
}
