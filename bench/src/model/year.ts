import { type Demand, predict } from './node.ts';

/** What is asked for each order that is placed, by the names of the kinds. */
export type PerOrder = Readonly<Record<string, number>>;

/** What an order takes from its deposit to its end. */
export interface Settling {
  /** Of one engine, which does one thing at a time. */
  readonly engineS: number;
  readonly storeS: number;
  readonly diskBytes: number;
  readonly logBytes: number;
}

export interface Year {
  readonly requestsPerSecond: number;
  /** Processors, if no more of them is used than this part. */
  readonly apiCores: number;
  readonly storeCores: number;
  /** Engines beside each other, each for chains of its own. */
  readonly engines: number;
  readonly orders: number;
  readonly diskBytes: number;
  readonly logBytesPerSecond: number;
  /** Of the kind that is slowest, at that use. */
  readonly p99S: number;
}

const YEAR_S = 365 * 86_400;

/** What so many orders a second take for a year, where no more than a part of every processor is to be used. */
export function yearOf(
  demands: readonly Demand[],
  settling: Settling,
  { ordersPerSecond, perOrder, used }: { ordersPerSecond: number; perOrder: PerOrder; used: number },
): Year {
  const each = demands.reduce((sum, { name }) => sum + (perOrder[name] ?? 0), 0);
  const mix = demands.map((demand) => ({ ...demand, share: (perOrder[demand.name] ?? 0) / each }));
  const requestsPerSecond = ordersPerSecond * each;
  const sum = (part: (demand: Demand) => number) =>
    mix.reduce((all, demand) => all + demand.share * part(demand), 0);
  // Each request with a trip of its own, as where the load is spread over many processes: the most that it can take.
  const apiCores = Math.ceil((requestsPerSecond * sum(({ apiS, apiTripS }) => apiS + apiTripS)) / used);
  const ofRequests = requestsPerSecond * sum(({ storeS, storeTripS }) => storeS + storeTripS);
  const storeCores = Math.ceil((ofRequests + ordersPerSecond * settling.storeS) / used);
  const { kinds } = predict(mix, { processes: apiCores, storeCores, background: 0 }, requestsPerSecond);
  return {
    requestsPerSecond,
    apiCores,
    storeCores,
    engines: Math.ceil((ordersPerSecond * settling.engineS) / used),
    orders: ordersPerSecond * YEAR_S,
    diskBytes: ordersPerSecond * YEAR_S * settling.diskBytes,
    logBytesPerSecond: ordersPerSecond * settling.logBytes,
    p99S: Math.max(...kinds.map(({ p99S }) => p99S)),
  };
}
