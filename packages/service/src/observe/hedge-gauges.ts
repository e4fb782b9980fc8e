import { Gauge, type Registry } from 'prom-client';
import type { HeldCoin } from '../ledger/venue-coins.ts';
import { formatFixed } from '../money/fixed.ts';
import type { NotedHedge } from '../trades/hedge-standing.ts';
import type { VenueAccount } from '../trades/venue-accounts.ts';
import { FORGOTTEN_S, WATCHED_S } from './hedge-findings.ts';

/** What is known of hedging. */
export interface HedgeFigures {
  readonly hedge: NotedHedge | null;
  readonly accounts: readonly VenueAccount[];
  readonly held: readonly HeldCoin[];
}

/**
 * Gauges of hedging, and how they are set. None where nobody hedges. What whoever hedges found goes when nobody looks any more;
 * halts and differences stay, as they do in the store.
 */
export function hedgeGauges(registry: Registry): (figures: HedgeFigures, now: number) => void {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `swapdesk_${name}`, help, labelNames, registers: [registry] });
  const exposure = gauge(
    'hedge_exposure_usdt',
    'What the desk is long (or, below 0, short) of, in USDT',
    'coin',
  );
  const waits = gauge('hedge_waits', '1: a coin is to be hedged and something is in the way', 'coin');
  const halted = gauge('hedge_halted', '1: nothing is traded at a venue', 'venue');
  const away = gauge('hedge_away', '1: a venue to trade at cannot be asked', 'venue');
  const difference = gauge(
    'venue_difference',
    'What a venue said to hold for us beyond what the ledger says; 0 or something is wrong',
    'venue',
    'coin',
  );
  const age = gauge('hedge_age_seconds', 'How long ago whoever hedges last looked', 'mode');
  return ({ hedge, accounts, held }, now) => {
    for (const each of [exposure, waits, halted, away, difference, age]) each.reset();
    const ageS = hedge === null ? Number.POSITIVE_INFINITY : Math.max(0, now - hedge.at);
    const isWatched = ageS <= WATCHED_S;
    if (hedge !== null && ageS <= FORGOTTEN_S) age.set({ mode: hedge.mode }, ageS);
    for (const { abbr: coin, value, waits: why } of isWatched ? (hedge?.coins ?? []) : []) {
      // Prometheus knows doubles only. This is to look at.
      if (value !== null) exposure.set({ coin }, +formatFixed(BigInt(value)));
      waits.set({ coin }, why === '' ? 0 : 1);
    }
    for (const { venue, haltedAt, awaySince } of accounts) {
      halted.set({ venue }, haltedAt > 0 ? 1 : 0);
      if (isWatched) away.set({ venue }, awaySince > 0 ? 1 : 0);
    }
    for (const { venue, abbr: coin, units, toldUnits } of held)
      if (toldUnits !== null) difference.set({ venue, coin }, +formatFixed(toldUnits - units));
  };
}
