import { CODE, fieldSerializer, MESSAGE, type Message, Problem } from '@swapdesk/contract';
import Type from 'typebox';
import { TooManyRequests } from '../access/rate-limit.ts';
import { Refusal } from '../refusal.ts';
import { Overloaded } from '../store/batcher.ts';
import { isUnavailable } from '../store/unavailable.ts';

/** HTTP statuses of the messages that are not answered with 200. */
const STATUS: Partial<Record<Message, number>> = {
  [MESSAGE.parameterError]: 400,
  [MESSAGE.keyRequired]: 401,
  [MESSAGE.badCredentials]: 401,
  [MESSAGE.keyExpired]: 401,
  [MESSAGE.signatureV2Required]: 401,
  [MESSAGE.signInFirst]: 401,
  [MESSAGE.signInRefused]: 401,
  [MESSAGE.confirmAgain]: 403,
  [MESSAGE.forbidden]: 403,
  [MESSAGE.keyFromElsewhere]: 403,
  [MESSAGE.keyLacksScope]: 403,
  [MESSAGE.onlyThisMachine]: 403,
  [MESSAGE.manageCodeWrong]: 403,
  [MESSAGE.notFromConsole]: 403,
  [MESSAGE.routeNotFound]: 404,
  [MESSAGE.methodNotAllowed]: 405,
  [MESSAGE.bodyTooLarge]: 413,
  [MESSAGE.unsupportedMediaType]: 415,
  [MESSAGE.tooManyRequests]: 429,
  [MESSAGE.busy]: 500,
  [MESSAGE.internalError]: 500,
};

export function statusOf(message: Message): number {
  return STATUS[message] ?? 200;
}

/** An error as it is answered. */
export interface ErrorReply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** True if nobody expected it: it goes to the log, with all that is known. */
  readonly isFault: boolean;
}

/** A refusal with a hint for the person who reads it. */
export class ParameterError extends Refusal {
  readonly detail: string;

  constructor(detail: string, problems?: readonly Problem[]) {
    super(MESSAGE.parameterError, undefined, problems);
    this.detail = detail;
  }
}

/** How to answer an error, whatever it is. The details of a fault are never shown. */
export function errorReply(error: unknown): ErrorReply {
  const refusal = toRefusal(error);
  if (refusal === null) {
    // A database that is away for a moment is worth another try; whatever else it is, it is not.
    return reply(isUnavailable(error) ? MESSAGE.busy : MESSAGE.internalError, '', {}, true);
  }
  const headers: Record<string, string> =
    refusal instanceof TooManyRequests ? { 'retry-after': String(refusal.retryAfterS) } : {};
  return reply(refusal.reply, beside(refusal), headers, false);
}

function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  return error instanceof Overloaded ? new Refusal(MESSAGE.busy) : null;
}

/** The JSON that stands beside code and msg. Data are limits: exact numbers already. */
function beside(refusal: Refusal): string {
  const errors = refusal.problems === undefined ? '' : writeErrors({ errors: refusal.problems });
  if (refusal instanceof ParameterError) return `,"detail":${JSON.stringify(refusal.detail)}${errors}`;
  if (refusal.data === undefined) return errors;
  const fields = Object.entries(refusal.data).map(([key, amount]) => `${JSON.stringify(key)}:${amount}`);
  return `,"data":{${fields.join(',')}}${errors}`;
}

const writeErrors = fieldSerializer(Type.Object({ errors: Type.Array(Problem) }), ',');

function reply(
  message: Message,
  more: string,
  headers: Record<string, string>,
  isFault: boolean,
): ErrorReply {
  const status = statusOf(message);
  const code = status === 500 ? CODE.serverError : CODE.wrongRequest;
  return { status, body: `{"code":${code},"msg":${JSON.stringify(message)}${more}}`, headers, isFault };
}
