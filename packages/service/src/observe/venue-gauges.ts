import { Gauge, type Registry } from 'prom-client';
import { isGood } from '../market/venues/venue.ts';
import { type VenueStandings, WATCHED_S } from '../pricing/venue-standings.ts';

/** Gauges of each coin at each venue, and how they are set. None where nobody watches venues. */
export function venueGauges(registry: Registry): (known: VenueStandings | null, now: number) => void {
  const gauge = (name: string, help: string, ...labels: string[]) => {
    const labelNames = ['venue', 'coin', ...labels];
    return new Gauge({ name: `swapdesk_venue_${name}`, help, labelNames, registers: [registry] });
  };
  const counts = gauge('counts', '1: what the venue says of the coin counts; 0: it does not');
  const state = gauge('state', '1 for how it stands with the coin at the venue', 'state');
  const age = gauge('age_seconds', "How old the venue's book of the coin is, by the venue's own time");
  return (known, now) => {
    for (const each of [counts, state, age]) each.reset();
    if (known === null || now - known.at > WATCHED_S) return;
    for (const standing of known.standings) {
      const { venue, abbr: coin, what, leftOut, at } = standing;
      const isTrusted = leftOut === null && isGood({ ...standing, errorAt: null });
      counts.set({ venue, coin }, isTrusted ? 1 : 0);
      state.set({ venue, coin, state: leftOut ?? what }, 1);
      if (at !== null) age.set({ venue, coin }, Math.max(0, now - at));
    }
  };
}
