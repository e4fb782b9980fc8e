import { CODE, Decimal, type Json, parseJson } from '@swapdesk/contract/plain';
import { type Limits, Refused, Unreachable } from './refused.ts';
import { learnTime } from './service-clock.ts';
import { type Writable, writeJson } from './write-json.ts';

/** A type of the wire as `parseJson` reads it: the named fields are numbers, and keep their digits. */
export type Exact<Wire, Numbers extends keyof Wire> = Omit<Wire, Numbers> &
  Readonly<Record<Numbers, Decimal>>;

type Fields = { [name: string]: Json };

/** What a browser may keep for a while: its head says when it was first given. */
const IS_KEPT = /^\/site\//;

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Asks for something; what the answer holds in `data`. Throws Refused or Unreachable. */
export async function get(
  path: string,
  query: Readonly<Record<string, string>> = {},
  options: CallOptions = {},
): Promise<unknown> {
  return (await getAll(path, query, options)).data;
}

/** The same, with what stands beside `data`. */
export function getAll(path: string, query: Readonly<Record<string, string>>, options: CallOptions) {
  const search = new URLSearchParams(query).toString();
  return call(search === '' ? path : `${path}?${search}`, options, {});
}

/** Sends something; what the answer holds in `data`. Throws Refused or Unreachable. */
export async function post(path: string, body: Writable, options: CallOptions = {}): Promise<unknown> {
  return (await call(path, options, { method: 'POST', body: writeJson(body) })).data;
}

async function call(path: string, { headers = {}, signal }: CallOptions, init: RequestInit): Promise<Fields> {
  const request: RequestInit = { ...init, headers: { ...headers, 'content-type': 'application/json' } };
  if (signal !== undefined) request.signal = signal;
  const { status, retryAfterS, fields } = await answerOf(path, request);
  if (codeOf(fields) === CODE.success) return fields;
  throw new Refused(status, String(fields.msg), limitsOf(fields.data), retryAfterS);
}

interface Answer {
  readonly status: number;
  readonly retryAfterS: number | null;
  readonly fields: Fields;
}

async function answerOf(path: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(path, request);
    if (!IS_KEPT.test(path)) learnTime(response.headers.get('date'));
    const retryAfter = response.headers.get('retry-after');
    return {
      status: response.status,
      retryAfterS: retryAfter === null ? null : Number(retryAfter),
      fields: parseJson(await response.text()) as Fields,
    };
  } catch (error) {
    // What was given up is no failure of the service: whoever gave it up knows.
    if (request.signal?.aborted) throw error;
    throw new Unreachable(path, { cause: error });
  }
}

function codeOf({ code }: Fields): number | null {
  return code instanceof Decimal ? code.toInteger() : null;
}

function limitsOf(data: Json | undefined): Limits | null {
  const { min_from_quantity: least, max_from_quantity: most } = (data ?? {}) as Fields;
  return least instanceof Decimal && most instanceof Decimal ? { least, most } : null;
}
