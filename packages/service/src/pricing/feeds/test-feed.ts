import { createHash } from 'node:crypto';
import { KNOWN_COINS } from '../../chains/known/known-chains.ts';
import { parseFixed } from '../../money/fixed.ts';
import type { FeedPrice, PriceFeed } from './feed.ts';

const MILLION = 1_000_000n;
const DAY_S = 86_400;
/** One step of the walk, either way. */
const STEP_PPM = 150;
/** Each step also goes back this part of the way, so that the walk stays near its reference. */
const PULL = 500;

/** The same for coins that hardly move. */
const STABLE_STEP_PPM = 1;
/** What prices are counted in, and therefore always 1. */
const QUOTED_IN = 'USDT';

/**
 * Prices for test networks: a random walk per coin and day that depends on the seed and the time alone. So every
 * node sees the same prices without talking to the others, and a restart changes nothing.
 */
export function testFeed(seed: string): PriceFeed {
  const walks = KNOWN_COINS.filter(({ abbr }) => abbr !== QUOTED_IN).map(({ abbr, testPrice, isStable }) => ({
    abbr,
    reference: parseFixed(testPrice),
    walk: new Walk(`${seed}/${abbr}`, isStable ? STABLE_STEP_PPM : STEP_PPM),
  }));
  return {
    name: 'test',
    intervalMs: 1_000,
    async read(now) {
      const prices = walks.map(({ abbr, reference, walk }): FeedPrice => {
        const offPpm = BigInt(walk.at(now));
        return { abbr, value: (reference * (MILLION + offPpm)) / MILLION, at: now };
      });
      return { prices: [...prices, { abbr: QUOTED_IN, value: parseFixed('1'), at: now }], faults: [] };
    },
  };
}

/** How far a walk is from its reference, in millionths. Starts anew each day (UTC). */
class Walk {
  private readonly seed: string;
  private readonly stepPpm: number;
  private day = -1;
  private second = 0;
  private offPpm = 0;
  private state = 0;

  constructor(seed: string, stepPpm: number) {
    this.seed = seed;
    this.stepPpm = stepPpm;
  }

  at(now: number): number {
    const day = Math.floor(now / DAY_S);
    const second = now - day * DAY_S;
    if (day !== this.day || second < this.second) this.restart(day);
    for (; this.second < second; this.second++) this.step();
    return this.offPpm;
  }

  private restart(day: number): void {
    this.day = day;
    this.second = 0;
    this.offPpm = 0;
    // Never 0, from which the generator would not move.
    this.state = createHash('sha256').update(`${this.seed}/${day}`).digest().readUInt32BE() | 1;
  }

  private step(): void {
    // Marsaglia's xorshift: small, fast, and the same everywhere.
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    const random = ((this.state >>> 0) % (2 * this.stepPpm + 1)) - this.stepPpm;
    this.offPpm += random - Math.trunc(this.offPpm / PULL);
  }
}
