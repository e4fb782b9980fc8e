/** Told how far a long piece of work is. */
export interface Progress {
  /** A step begins, of about so many bytes; null where it is not made of bytes. The one before has ended. */
  begin(step: string, bytes: number | null): void;
  add(bytes: number): void;
  /** The last step has ended. */
  end(): void;
}

/** For whoever does not want to know. */
export const UNSEEN: Progress = { begin() {}, add() {}, end() {} };

/** What long work takes along: whom to tell, and who may call it off. */
export interface Under {
  readonly progress: Progress;
  /** Its reason is what is thrown: a sentence for the operator. */
  readonly signal: AbortSignal;
}

const MB = 1024 * 1024;
/** Before that a rate says nothing. */
const FIRST_RATE_MS = 1_000;

export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / MB).toLocaleString('en')} MB`;
}

/** `12 s`, `3 min`, `2 h 5 min`: nobody wants to know it better. */
export function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How far a step is: bytes of all, rate, time left. */
export function progressText(step: string, done: number, expected: number, elapsedMs: number): string {
  const all = Math.max(done, expected);
  const far = `${step}: ${megabytes(done)} of ${megabytes(all)}`;
  if (elapsedMs < FIRST_RATE_MS || done === 0) return far;
  const perMs = done / elapsedMs;
  return `${far}, ${rateText(done, elapsedMs)}, ${durationText((all - done) / perMs)} left`;
}

/** What a step came to. */
export function doneText(step: string, done: number, elapsedMs: number): string {
  const took = `${step}: ${megabytes(done)} in ${durationText(Math.max(elapsedMs, 1))}`;
  return elapsedMs < FIRST_RATE_MS ? took : `${took}, ${rateText(done, elapsedMs)}`;
}

function rateText(bytes: number, ms: number): string {
  return `${megabytes((bytes / ms) * 1000)}/s`;
}
