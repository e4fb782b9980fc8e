import type { Unanswered } from '@swapdesk/contract';

/** What became of one attempt. */
export interface Outcome {
  /** What was answered; null: nothing. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly error: Unanswered | null;
  /** For how long the receiver asks not to be asked again. */
  readonly retryAfterMs: number | null;
  readonly tookMs: number;
}

const GONE = 410;

export function isTaken({ status }: Pick<Outcome, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Whoever answers so wants nothing more, for good. */
export function isGone({ status }: Outcome): boolean {
  return status === GONE;
}
