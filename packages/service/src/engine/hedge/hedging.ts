import type { HedgeMode } from '../../trades/hedge-standing.ts';
import type { MarketRules, TradingVenue } from '../../trades/trading-venue.ts';
import type { Engine } from '../context.ts';
import type { Lease } from '../lease.ts';

/** For how long after it is sent a venue may take an order, by the venue's own clock. */
export const TAKEN_MS = 10_000;
/** How much later, by that clock, a venue that does not know an order is believed. */
export const SURE_MS = 30_000;

/** What venues hold is compared this often, and after each trade. */
export const COMPARE_S = 60;
/** For how long that a venue agreed counts, where it cannot be compared: a trade there whose end is not known is in the way. */
export const AGREED_S = 3 * COMPARE_S;

/** All that hedging works with in a round. */
export interface Hedging {
  readonly engine: Pick<Engine, 'database' | 'clock' | 'market' | 'warn' | 'record'>;
  readonly lease: Lease;
  readonly mode: HedgeMode;
  /** In the order of preference. */
  readonly venues: readonly TradingVenue[];
  /** Unix milliseconds. */
  readonly clockMs: () => number;
  /** 32 hexadecimal digits that nobody else ever had. */
  readonly newId: () => string;
  readonly memory: HedgeMemory;
}

/** What whoever leads remembers. All of it may be forgotten: then less is traded, never more. */
export class HedgeMemory {
  /** When the books of each venue were last found to agree, Unix seconds: before the first time nothing is traded there. */
  readonly agreedAt = new Map<string, number>();
  /** Somebody had stopped trading when it was last looked: what was known of venues before that counts no more. */
  wasStopped = false;
  /** What a venue differs by, in words, and since when: balances may be told a moment late. */
  readonly differed = new Map<string, { readonly words: string; readonly since: number }>();
  /** Venues that are to be compared at the next occasion. */
  readonly isDue = new Set<string>();
  readonly rules = new Map<string, { readonly rules: MarketRules | null; readonly at: number }>();
  private readonly pauses = new Map<string, { untilS: number; s: number }>();

  /** Until when nothing of the coin is traded, Unix seconds. */
  pausedUntil(abbr: string): number {
    return this.pauses.get(abbr)?.untilS ?? 0;
  }

  /** Nothing was had, or the venue refused: it is tried again later, and ever later. */
  pause(abbr: string, now: number): void {
    const s = Math.min(MOST_PAUSE_S, (this.pauses.get(abbr)?.s ?? FIRST_PAUSE_S / 2) * 2);
    this.pauses.set(abbr, { untilS: now + s, s });
  }

  goOn(abbr: string): void {
    this.pauses.delete(abbr);
  }
}

const FIRST_PAUSE_S = 10;
const MOST_PAUSE_S = 600;
