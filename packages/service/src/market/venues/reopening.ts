import type { VenueWorld } from './venue.ts';
import { MOST_OPENS_PER_MINUTE, type VenueTimes } from './venue-times.ts';

/** How long to wait before the next try: twice as long each time, up to a limit, and never two at the same moment. */
export class Backoff {
  private readonly firstMs: number;
  private readonly mostMs: number;
  private readonly random: () => number;
  private tries = 0;

  constructor(firstMs: number, mostMs: number, random: () => number) {
    this.firstMs = firstMs;
    this.mostMs = mostMs;
    this.random = random;
  }

  next(): number {
    const whole = Math.min(this.mostMs, this.firstMs * 2 ** this.tries);
    if (whole < this.mostMs) this.tries++;
    return whole * (0.5 + this.random() / 2);
  }

  reset(): void {
    this.tries = 0;
  }
}

/** Lets so many connections to a venue be opened and no more: a little apart, and not too many in any minute. */
export class OpeningGate {
  private readonly world: VenueWorld;
  private readonly times: Pick<VenueTimes, 'openGapMs'>;
  private readonly opened: number[] = [];

  constructor(world: VenueWorld, times: Pick<VenueTimes, 'openGapMs'>) {
    this.world = world;
    this.times = times;
  }

  /** True if one may be opened now; then it counts as opened. */
  pass(): boolean {
    const now = this.world.nowMs();
    while (this.opened.length > 0 && now - this.opened[0]! >= 60_000) this.opened.shift();
    const last = this.opened.at(-1);
    if (this.opened.length >= MOST_OPENS_PER_MINUTE) return false;
    if (last !== undefined && now - last < this.times.openGapMs) return false;
    this.opened.push(now);
    return true;
  }
}
