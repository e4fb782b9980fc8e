import type { Demand } from './node.ts';

/** What was measured of one kind of request, with so many clients that each wait for their answer. */
export interface Sample {
  readonly clients: number;
  readonly perSecond: number;
  readonly p50S: number;
  /** Processor time of a request: of the process that answers, and of the database. */
  readonly apiS: number;
  readonly storeS: number;
}

export interface Calibration {
  readonly name: string;
  readonly share: number;
  readonly alone: Sample;
  readonly many: Sample;
  readonly trips: { readonly lanes: number; readonly largest: number } | null;
}

/** The loop of a process does what it finds, one turn after the other. */
const TURNS = { lanes: 1, largest: Number.POSITIVE_INFINITY };

/**
 * What a request takes by itself, and what a trip takes that it shares: one client makes a trip for each request; of many, those who
 * are not in one of the lanes gather for the next, so that a trip has as many as one part of lanes + 1. So it is with the turns of the loop.
 */
export function demandOf({ name, share, alone, many, trips }: Calibration): Demand {
  const { lanes, largest } = trips ?? TURNS;
  const calls = Math.max(1, Math.min(largest, many.clients / (lanes + 1)));
  const api = divided(alone.apiS, many.apiS, calls);
  if (trips === null)
    return { name, share, apiS: api.each, apiTripS: api.trip, storeS: 0, storeTripS: 0, trips: null };
  const store = divided(alone.storeS, many.storeS, calls);
  const waitS = Math.max(0, alone.p50S - alone.apiS - alone.storeS);
  return {
    name,
    share,
    ...{ apiS: api.each, apiTripS: api.trip, storeS: store.each, storeTripS: store.trip },
    trips: { waitS, ...trips },
  };
}

/** Of what is each + trip alone, and each + trip / calls with others: the two parts. */
function divided(alone: number, many: number, calls: number): { each: number; trip: number } {
  if (calls <= 1) return { each: alone, trip: 0 };
  const trip = Math.min(alone, Math.max(0, (alone - many) / (1 - 1 / calls)));
  return { each: alone - trip, trip };
}
