import type { Decimal } from '@swapdesk/contract/plain';

/** The service understood, and said no. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  /** The limits, with the two refusals that have them. */
  readonly limits: Limits | null;
  /** When to come back, for who has asked too much. */
  readonly retryAfterS: number | null;

  /** The message is one of `MESSAGE`. */
  constructor(status: number, message: string, limits: Limits | null, retryAfterS: number | null = null) {
    super(message);
    this.status = status;
    this.limits = limits;
    this.retryAfterS = retryAfterS;
  }
}

/** The least and the most of the source that can be exchanged. */
export interface Limits {
  readonly least: Decimal;
  readonly most: Decimal;
}

/** Nobody answered, or what answered was not the service. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** True if nobody knows by this answer how things are: silence, a fault, or that too much was asked. A plain no is an answer. */
export function isNoAnswer(error: unknown): boolean {
  if (error instanceof Refused) return error.status >= 500 || error.status === 429;
  return error instanceof Unreachable;
}
