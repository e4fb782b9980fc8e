/** What one window of load showed of one side. */
export interface Window {
  readonly perSecond: number;
  readonly p50Ms: number;
  /** Null where the program that makes the load does not tell. */
  readonly p99Ms: number | null;
  /** Processor time of the server process per request; null where it is not known. */
  readonly cpuUs: number | null;
}

export type Measure = () => Promise<Window>;

export interface Compared {
  readonly ours: readonly Window[];
  readonly theirs: readonly Window[];
}

/** Node compiles hot code after thousands of calls, and more than once. */
const WARM_UPS = 4;
export const ROUNDS = 7;
/** Of each side. */
export const WINDOWS = WARM_UPS + ROUNDS;

/**
 * Measures two sides in turn, window by window, so that whatever else the machine does hits both. Who goes first
 * changes from round to round.
 */
export async function sideBySide(ours: Measure, theirs: Measure): Promise<Compared> {
  const windows = { ours: [] as Window[], theirs: [] as Window[] };
  for (let n = 0; n < WARM_UPS; n++) {
    await ours();
    await theirs();
  }
  for (let n = 0; n < ROUNDS; n++) {
    if (n % 2 === 0) windows.ours.push(await ours());
    windows.theirs.push(await theirs());
    if (n % 2 === 1) windows.ours.push(await ours());
  }
  return windows;
}
