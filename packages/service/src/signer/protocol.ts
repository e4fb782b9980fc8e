/**
 * What engine and signer say to each other: HTTP/1.1 over a Unix socket, or over TLS where both show a certificate.
 * POST /sign with a plan, GET /health.
 */

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
}
