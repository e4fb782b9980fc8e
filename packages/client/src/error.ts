/** The service refused a request, or could not work on it. `message` is its own. */
export class SwapdeskError extends Error {
  override readonly name = 'SwapdeskError';
  /** HTTP status. */
  readonly status: number;
  /** Business code: 1 wrong request, 2 server error. */
  readonly code: number;
  /** What stands beside the message, such as the limits of a quantity error. */
  readonly data: unknown;

  constructor(status: number, answer: { code: number; msg: string; data?: unknown }) {
    super(answer.msg);
    this.status = status;
    this.code = answer.code;
    this.data = answer.data;
  }
}
