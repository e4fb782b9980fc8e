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

/** Longer than anything takes that a page waits for. A line that has fallen silent says nothing of it: without an end, a page would wait for ever. */
const PATIENCE_MS = 15_000;

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** After so long without a whole answer nobody has answered. */
  readonly patienceMs?: number;
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

async function call(path: string, options: CallOptions, init: RequestInit): Promise<Fields> {
  const headers = { ...options.headers, 'content-type': 'application/json' };
  const { status, retryAfterS, fields } = await answerOf(path, { ...init, headers }, options);
  if (codeOf(fields) === CODE.success) return fields;
  throw new Refused(status, String(fields.msg), limitsOf(fields.data), retryAfterS);
}

interface Answer {
  readonly status: number;
  readonly retryAfterS: number | null;
  readonly fields: Fields;
}

async function answerOf(
  path: string,
  request: RequestInit,
  { signal, patienceMs = PATIENCE_MS }: CallOptions,
): Promise<Answer> {
  // AbortSignal.any would do this, but Firefox has it since 124 only.
  const end = new AbortController();
  const giveUp = () => end.abort();
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  const timer = setTimeout(giveUp, patienceMs);
  try {
    const response = await fetch(path, { ...request, signal: end.signal });
    if (!IS_KEPT.test(path)) learnTime(response.headers.get('date'));
    const retryAfter = response.headers.get('retry-after');
    return {
      status: response.status,
      retryAfterS: retryAfter === null ? null : Number(retryAfter),
      fields: parseJson(await response.text()) as Fields,
    };
  } catch (error) {
    // What was given up is no failure of the service: whoever gave it up knows.
    if (signal?.aborted) throw error;
    throw new Unreachable(path, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

function codeOf({ code }: Fields): number | null {
  return code instanceof Decimal ? code.toInteger() : null;
}

function limitsOf(data: Json | undefined): Limits | null {
  const { min_from_quantity: least, max_from_quantity: most } = (data ?? {}) as Fields;
  return least instanceof Decimal && most instanceof Decimal ? { least, most } : null;
}
