import { type Batches, batched } from './batch.ts';
import { p99Of, waitingFor } from './waiting.ts';

/** What one request of a kind takes. */
export interface Demand {
  readonly name: string;
  /** Of the mix, adding up to 1. */
  readonly share: number;
  /** Processor time of the process that answers, and of the database: by itself, and of each trip that it shares. */
  readonly apiS: number;
  readonly apiTripS: number;
  readonly storeS: number;
  readonly storeTripS: number;
  /** Trips to the store, without the processor time; null: none. */
  readonly trips: { readonly waitS: number; readonly lanes: number; readonly largest: number } | null;
}

/** What it runs on. */
export interface Machine {
  /** Processes that answer, each with a processor of its own. */
  readonly processes: number;
  /** Processors of the database; null: it shares those of the processes. */
  readonly storeCores: number | null;
}

export interface Prediction {
  /** How much of the processors is used, of the processes and of the database. */
  readonly apiUsed: number;
  readonly storeUsed: number;
  readonly kinds: readonly {
    readonly name: string;
    readonly meanS: number;
    readonly p99S: number;
    readonly calls: number;
  }[];
}

/** How often the busy processors and the trips that they make longer are reckoned out of each other. */
const ROUNDS = 200;
/** Of what is new in a round, so that it settles. */
const STEP = 0.2;

/**
 * The times of a mix of requests that come at random. Trips are longer where processors are busy; then more share one, which makes
 * them cheaper; so both are found together.
 */
export function predict(demands: readonly Demand[], machine: Machine, perSecond: number): Prediction {
  const { processes, storeCores } = machine;
  const isShared = storeCores === null;
  const usesOf = (calls: readonly number[]) => {
    const sum = (part: (demand: Demand, calls: number) => number) =>
      demands.reduce((all, demand, n) => all + demand.share * part(demand, calls[n] as number), 0);
    const apiS = sum(({ apiS, apiTripS }, calls) => apiS + apiTripS / calls);
    const storeS = sum(({ storeS, storeTripS }, calls) => storeS + storeTripS / calls);
    const api = waitingFor(perSecond, isShared ? apiS + storeS : apiS, processes);
    return { api, store: isShared ? api : waitingFor(perSecond, storeS, storeCores) };
  };
  const tripsAt = (stretch: number) =>
    demands.map(({ share, storeS, storeTripS, trips }) => {
      if (trips === null) return null;
      const { waitS, lanes, largest } = trips;
      const each: Batches = { tripS: waitS + storeTripS * stretch, eachS: storeS * stretch, lanes, largest };
      return batched(each, (perSecond * share) / processes);
    });

  let stretch = 1;
  let trips = tripsAt(stretch);
  let uses = usesOf(trips.map((trip) => trip?.calls ?? 1));
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever shares a processor gets the part of it that is left.
    stretch += STEP * (1 / (1 - Math.min(uses.store.used, MOST_USED)) - stretch);
    trips = tripsAt(stretch);
    uses = usesOf(trips.map((trip) => trip?.calls ?? 1));
  }
  const { api, store } = uses;
  return {
    apiUsed: api.used,
    storeUsed: store.used,
    kinds: demands.map(({ name, apiS, apiTripS }, n) => {
      const trip = trips[n] ?? null;
      if (trip === null) return { name, calls: 1, meanS: apiS + api.meanS, p99S: apiS + p99Of(api) };
      const own = apiS + apiTripS / trip.calls;
      return {
        name,
        calls: trip.calls,
        // It is with the process twice: when it comes, and when its answer goes.
        meanS: own + 2 * api.meanS + trip.meanS,
        p99S: own + p99Of(api) + api.meanS + trip.p99S,
      };
    }),
  };
}

const MOST_USED = 0.99;

/** The most that comes through: where processors or trips are used up. */
export function capacityOf(demands: readonly Demand[], machine: Machine): number {
  return mostAt(
    ({ apiUsed, storeUsed, kinds }) => apiUsed < 1 && storeUsed < 1 && kinds.every(isAnswered),
    demands,
    machine,
  );
}

/** What so many clients get out of it who each wait for their answer: Little's law. */
export function throughputOf(demands: readonly Demand[], machine: Machine, clients: number): number {
  const isCarried = ({ kinds, apiUsed, storeUsed }: Prediction, perSecond: number) => {
    const meanS = kinds.reduce((sum, kind, n) => sum + (demands[n] as Demand).share * kind.meanS, 0);
    return apiUsed < 1 && storeUsed < 1 && perSecond * meanS < clients;
  };
  return mostAt(isCarried, demands, machine);
}

function isAnswered({ meanS }: Prediction['kinds'][number]): boolean {
  return Number.isFinite(meanS);
}

function mostAt(
  isCarried: (prediction: Prediction, perSecond: number) => boolean,
  demands: readonly Demand[],
  machine: Machine,
): number {
  let [least, most] = [0, 1e6 * machine.processes];
  for (let n = 0; n < 60; n++) {
    const middle = (least + most) / 2;
    if (isCarried(predict(demands, machine, middle), middle)) least = middle;
    else most = middle;
  }
  return least;
}
