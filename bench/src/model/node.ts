import { type Batches, batched } from './batch.ts';
import { slowestOf, type Waiting, waitingFor } from './waiting.ts';

/** What one request of a kind takes. */
export interface Demand {
  readonly name: string;
  /** Of the mix, adding up to 1. */
  readonly share: number;
  /**
   * Processor time of the process that answers, and of the database: by itself, and of each trip that it shares. What makes no trip to
   * the store shares the turn of the process's loop in which it is read and answered.
   */
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
  /** Of the processors, what is used with nothing to answer: rounds of the database and of the processes. */
  readonly background: number;
}

export interface Prediction {
  /** How much of the processors is used, of the processes and of the database. */
  readonly apiUsed: number;
  readonly storeUsed: number;
  readonly kinds: readonly {
    readonly name: string;
    readonly meanS: number;
    readonly p50S: number;
    readonly p99S: number;
    /** That go together: in a trip, or in a turn. */
    readonly calls: number;
  }[];
}

/** Work of one length on average that asks for a processor, so often. */
interface Job {
  readonly perSecond: number;
  readonly eachS: number;
}

/** How often the busy processors and the trips that they make longer are reckoned out of each other. */
const ROUNDS = 200;
/** Of what is new in a round, so that it settles. */
const STEP = 0.2;

/**
 * The times of a mix of requests that come at random. Trips are longer where processors are busy; then more share one, which makes
 * them cheaper; so both are found together. Where it is so many clients that each wait for their answer, none finds more than the
 * others before it (Schweitzer's form of the mean values).
 */
export function predict(
  demands: readonly Demand[],
  machine: Machine,
  perSecond: number,
  clients = Number.POSITIVE_INFINITY,
): Prediction {
  const { processes, storeCores, background } = machine;
  const found = 1 - 1 / clients;
  const isShared = storeCores === null;
  const usesOf = (together: readonly number[]) => {
    const jobsOf = (part: (demand: Demand) => readonly [eachS: number, tripS: number]): Job[] =>
      demands.map((demand, n) => {
        const [eachS, tripS] = part(demand);
        const calls = together[n] as number;
        return { perSecond: (perSecond * demand.share) / calls, eachS: calls * eachS + tripS };
      });
    const api = jobsOf(({ apiS, apiTripS }) => [apiS, apiTripS]);
    const store = jobsOf(({ storeS, storeTripS }) => [storeS, storeTripS]);
    const ofApi = waitingOf(isShared ? [...api, ...store] : api, processes, background, found);
    return { api: ofApi, store: isShared ? ofApi : waitingOf(store, storeCores, background, found) };
  };
  const callsAt = (stretch: number, loopS: number) => {
    const turn = turnOf(demands, stretch, perSecond / processes);
    return demands.map(({ share, storeS, storeTripS, trips }) => {
      if (trips === null) return { trip: null, calls: turn };
      const { waitS, lanes, largest } = trips;
      // Its answer is read when the loop comes to it, and only then the next one goes.
      const tripS = waitS + storeTripS * stretch + loopS;
      const each: Batches = { tripS, eachS: storeS * stretch, lanes, largest };
      const trip = batched(each, (perSecond * share) / processes);
      // What the loop reads in one turn goes together anyway.
      return { trip, calls: Math.max(trip.calls, Math.min(largest, turn * share)) };
    });
  };

  let stretch = 1;
  let loopS = 0;
  let together = callsAt(stretch, loopS);
  let uses = usesOf(together.map(({ calls }) => calls));
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever shares a processor gets the part of it that is left; but no less than one of all who can be at work at once.
    const left = Math.max(1 - uses.store.used * found, 1 / (1 + lanesOf(demands)));
    stretch += STEP * (1 / left - stretch);
    if (Number.isFinite(uses.api.meanS)) loopS += STEP * (uses.api.meanS - loopS);
    together = callsAt(stretch, loopS);
    uses = usesOf(together.map(({ calls }) => calls));
  }
  const { api, store } = uses;
  return {
    apiUsed: api.used,
    storeUsed: store.used,
    kinds: demands.map(({ name, apiS, apiTripS }, n) => {
      const { trip, calls } = together[n] as (typeof together)[number];
      const own = calls * apiS + apiTripS;
      const [p50S, p99S] = [own + slowestOf(api, 0.5), own + slowestOf(api, 0.01)];
      if (trip === null) return { name, calls, meanS: own + api.meanS, p50S, p99S };
      const meanS = own + api.meanS + trip.meanS;
      return { name, calls, meanS, p50S: p50S + trip.meanS, p99S: p99S + trip.p99S };
    }),
  };
}

function lanesOf(demands: readonly Demand[]): number {
  return demands.reduce((sum, { trips }) => sum + (trips?.lanes ?? 0), 0);
}

/** How many requests the loop of a process finds at a time: as many as come while it does the last. */
function turnOf(demands: readonly Demand[], stretch: number, perSecond: number): number {
  const sum = (part: (demand: Demand) => number) =>
    demands.reduce((all, demand) => all + demand.share * part(demand), 0);
  const turns = demands.filter(({ trips }) => trips === null);
  const tripS = Math.max(0, ...turns.map(({ apiTripS }) => apiTripS)) * stretch;
  return batched(
    { tripS, eachS: sum(({ apiS }) => apiS) * stretch, lanes: 1, largest: MOST_IN_A_TURN },
    perSecond,
  ).calls;
}

/** How long one waits for a processor that has such jobs: long ones among short ones make it longer than their mean says. */
function waitingOf(jobs: readonly Job[], processors: number, background: number, found: number): Waiting {
  const perSecond = jobs.reduce((sum, job) => sum + job.perSecond, 0);
  const offered = jobs.reduce((sum, job) => sum + job.perSecond * job.eachS, 0);
  if (offered === 0) return { used: background, isMet: 0, meanS: 0 };
  const eachS = offered / perSecond;
  // The jobs of each kind are exponentially long.
  const squares = jobs.reduce((sum, job) => sum + job.perSecond * 2 * job.eachS ** 2, 0) / perSecond;
  const left = 1 - background;
  const variation = Math.sqrt(squares / eachS ** 2 - 1);
  const waiting = waitingFor(perSecond * found, eachS / left, processors, variation);
  return { ...waiting, used: offered / processors + background };
}

const MOST_IN_A_TURN = 1_000;

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
  return mostAt(isCarried, demands, machine, clients);
}

function isAnswered({ meanS }: Prediction['kinds'][number]): boolean {
  return Number.isFinite(meanS);
}

function mostAt(
  isCarried: (prediction: Prediction, perSecond: number) => boolean,
  demands: readonly Demand[],
  machine: Machine,
  clients?: number,
): number {
  let [least, most] = [0, 1e6 * machine.processes];
  for (let n = 0; n < 60; n++) {
    const middle = (least + most) / 2;
    if (isCarried(predict(demands, machine, middle, clients), middle)) least = middle;
    else most = middle;
  }
  return least;
}
