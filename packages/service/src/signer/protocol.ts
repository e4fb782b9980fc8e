/**
 * What engine and signer say to each other: HTTP/1.1 over a Unix socket, or over TLS where both show a certificate.
 * POST /sign with a plan, GET /health.
 */

/**
 * The form of plans: one more whenever a plan can say what a signer of before would not understand. A signer knows all forms up to its
 * own, so it is brought up to date before engines are. Whoever names none speaks the first.
 */
export const PLAN_FORM = 1;
export const PLAN_FORM_HEADER = 'swapdesk-plan-form';

/** Why a signer that knows forms up to the first number signs nothing that is of the second; null if it does. */
export function tooOldFor(knows: number, form: number): string | null {
  return form <= knows
    ? null
    : `it knows plans up to form ${knows}, and engines make form ${form}: bring the signer up to date first, then the engines`;
}

export interface SignedAnswer {
  readonly txid: string;
  /** Hexadecimal. */
  readonly bytes: string;
}

/**
 * `refused`: the plan is not what the orders ask for. `limit`: it is, but too much now. `failed`: nothing is said about
 * the plan; the signer is stopped or cannot decide, and the same plan may be sent again.
 */
export interface FailedAnswer {
  readonly error: string;
  readonly kind: 'refused' | 'limit' | 'failed';
}

export interface HealthAnswer {
  /** Why nothing is signed at the moment; null if it is. */
  readonly stopped: string | null;
  /** The newest form of plans that it knows; absent: the first. */
  readonly planForm?: number;
}
