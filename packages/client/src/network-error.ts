/** Nobody answered, or somebody who is no Swapdesk, such as a proxy before it. Whether the request was worked on is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** HTTP status of an answer that is not the service's; null without one. */
  readonly status: number | null;

  constructor(message: string, options: { readonly cause?: unknown; readonly status?: number } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
  }
}
