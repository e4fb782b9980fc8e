import { Backoff } from './reopening.ts';
import type { VenueWorld } from './venue.ts';
import type { VenueTimes } from './venue-times.ts';

/** By these a venue says that it is asked too often; 418 is Binance's for those who went on asking. */
const TOO_OFTEN: ReadonlySet<number> = new Set([418, 429]);

/** What was asked of a venue that has told us to wait: nothing was sent. */
export class VenueWaits extends Error {
  override readonly name = 'VenueWaits';
}

/** No answer was had; the words are all there is to know. Named as ccxt names the same. */
export class VenueUnreached extends Error {
  override readonly name = 'NetworkError';
}

/** The part of an answer that is looked at, in the form that ccxt wants too. */
export interface VenueAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  text(): Promise<string>;
}

interface Question {
  readonly method?: string | undefined;
  readonly headers?: Record<string, string> | undefined;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface VenueHttpOptions {
  readonly world: VenueWorld;
  readonly times: VenueTimes;
  readonly mostBytes: number;
}

/**
 * All HTTP requests to one venue: each has an end and a size, and none is sent while the venue has told us to wait.
 */
export class VenueHttp {
  readonly options: VenueHttpOptions;
  private readonly backoff: Backoff;
  private readonly stopping = new AbortController();
  private waitsUntil = 0;
  private waitStatus = 0;

  constructor(options: VenueHttpOptions) {
    this.options = options;
    const { times, world } = options;
    this.backoff = new Backoff(times.reopenMs, times.mostWaitMs, world.random);
  }

  get isWaiting(): boolean {
    return this.options.world.nowMs() < this.waitsUntil;
  }

  /** Why nothing is asked now, in words. */
  get waitWords(): string {
    const leftMs = this.waitsUntil - this.options.world.nowMs();
    return `it has told us to wait (HTTP ${this.waitStatus}), until ${Math.ceil(Math.max(leftMs, 0) / 1000)} s from now`;
  }

  /** Breaks off what is under way; nothing is sent after this. */
  stop(): void {
    this.stopping.abort(new Error('stopped'));
  }

  async ask(url: string, { method = 'GET', headers = {}, body, signal }: Question): Promise<Answered> {
    if (this.isWaiting) throw new VenueWaits(this.waitWords);
    const { answerMs } = this.options.times;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${answerMs / 1000} s`)), answerMs);
    const signals = [late.signal, this.stopping.signal, ...(signal === undefined ? [] : [signal])];
    try {
      const answer = await fetch(url, {
        method,
        headers,
        body: body ?? null,
        redirect: 'error',
        signal: AbortSignal.any(signals),
      });
      const text = await readAtMost(answer, this.options.mostBytes);
      const date = Date.parse(answer.headers.get('date') ?? '');
      this.heed(answer, Number.isNaN(date) ? null : date);
      return { answer, text, date: Number.isNaN(date) ? null : date };
    } catch (error) {
      // What fetch throws says nothing but that it failed; why is the cause.
      const { message, cause } = error as Error;
      throw new VenueUnreached(cause instanceof Error ? cause.message || message : message, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  private heed({ status, headers }: Response, date: number | null): void {
    if (status < 400) this.backoff.reset();
    if (!TOO_OFTEN.has(status)) return;
    const now = this.options.world.nowMs();
    const asked = readRetryAfter(headers.get('retry-after'), date ?? now);
    this.waitStatus = status;
    this.waitsUntil =
      now + Math.min(Math.max(asked ?? 0, this.backoff.next()), this.options.times.mostWaitMs);
  }
}

interface Answered {
  readonly answer: Response;
  readonly text: string;
  readonly date: number | null;
}

/** Requests that follow each other, with what ccxt does not pass on of the last answer. */
export class VenueLine {
  readonly http: VenueHttp;
  /** Null before the first, and if there was none. */
  lastStatus: number | null = null;
  /** The server's own time, Unix milliseconds; null if it says none. */
  lastDate: number | null = null;

  constructor(http: VenueHttp) {
    this.http = http;
  }

  /** A function of its own, as ccxt is given it. */
  readonly fetch = async (url: string, question: Question = {}): Promise<VenueAnswer> => {
    this.lastStatus = null;
    this.lastDate = null;
    const { answer, text, date } = await this.http.ask(url, question);
    const { status, statusText, headers } = answer;
    this.lastStatus = status;
    this.lastDate = date;
    return { status, statusText, headers, text: async () => text };
  };
}

/** Seconds, or a moment by the server's clock, as milliseconds to wait; null if it says neither. */
function readRetryAfter(header: string | null, serverNow: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? null : Math.max(0, moment - serverNow);
}

async function readAtMost(answer: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new Error(`the answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}
