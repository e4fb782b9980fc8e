/** How a client is made. */
export interface SwapdeskClientOptions {
  /** Where the service is, e.g. http://127.0.0.1:8080 */
  readonly url: string;
  /** With key and secret every request is signed. Never in a page: its readers would have the secret. */
  readonly key?: string | undefined;
  readonly secret?: string | undefined;
  /** How long an attempt may take, in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is sent again that may be; 3 by default. */
  readonly retries?: number | undefined;
  /** What sends, instead of the fetch of the surroundings. */
  readonly fetch?: typeof fetch | undefined;
}

/** What can be said of a single call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
}
