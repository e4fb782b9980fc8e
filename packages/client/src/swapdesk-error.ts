import type { Problem, QuantityLimits } from './wire/answers.ts';
import type { Message } from './wire/messages.ts';

type QuantityMessage = 'from quantity too small' | 'from quantity too large';

/** An error's answer, as it is sent. */
export interface ErrorAnswer {
  readonly code: number;
  readonly msg: string;
  readonly detail?: string;
  readonly data?: unknown;
  readonly errors?: readonly Problem[];
}

/** What its headers say. */
export interface ErrorHeaders {
  readonly retryAfterS: number | null;
  readonly requestId: string | null;
}

/** The service refused a request, or could not work on it. `message` is its own. */
export class SwapdeskError<Said extends Message = Message> extends Error {
  override readonly name = 'SwapdeskError';
  declare readonly message: Said;
  /** HTTP status. */
  readonly status: number;
  /** Business code: 1 wrong request, 2 server error. */
  readonly code: number;
  /** With `Parameter error`: which field, and what is wrong with it. */
  readonly detail: string | null;
  /** What stands beside the message. */
  readonly data: unknown;
  /** All that is wrong with a quote or an order, each with a code that stays the same for ever; that of `message` first. */
  readonly errors: readonly Problem[];
  /** The limits of the two quantity errors. */
  readonly limits: Said extends QuantityMessage ? QuantityLimits : null;
  /** How long the service asks to be left alone, in seconds. */
  readonly retryAfterS: number | null;
  /** By this the operator finds the request in the log. */
  readonly requestId: string | null;

  constructor(status: number, answer: ErrorAnswer, headers: ErrorHeaders) {
    super(answer.msg);
    this.status = status;
    this.code = answer.code;
    this.detail = answer.detail ?? null;
    this.data = answer.data;
    this.errors = answer.errors ?? [];
    const limits = answer.msg.startsWith('from quantity too ') ? (answer.data ?? null) : null;
    this.limits = limits as this['limits'];
    this.retryAfterS = headers.retryAfterS;
    this.requestId = headers.requestId;
  }

  /** Whether it is one of these; then `message` and `limits` have the types that go with it. */
  is<Asked extends Message>(...messages: readonly Asked[]): this is SwapdeskError<Asked> {
    return (messages as readonly string[]).includes(this.message);
  }
}
