import { randomBytes } from 'node:crypto';
import type { TracesConfig } from '../configuration/traces.ts';
import type { Database } from '../store/database.ts';
import { otlpJson } from './otlp-json.ts';
import { SpanPoster } from './post-spans.ts';
import { RequestTraces } from './request-traces.ts';
import { Sampler } from './sampler.ts';
import type { Facts } from './span.ts';
import { type SpanCounts, SpanQueue } from './span-queue.ts';
import { Steps } from './steps.ts';
import { tracePool } from './trace-pool.ts';
import { Tracing } from './tracing.ts';
import { withTrace } from './with-trace.ts';

/** What tells of requests and jobs of this process. */
export interface Traces {
  readonly tracing: Tracing;
  readonly requests: RequestTraces;
  readonly steps: Steps;
  readonly counts: SpanCounts;
  /** The facts of a line of the log, with the trace that it belongs to. */
  withTrace(facts: object): object;
  stop(): Promise<void>;
}

export interface TracesOptions {
  readonly config: TracesConfig;
  readonly database: Database;
  /** What this process is. */
  readonly facts: Facts;
  readonly warn: (facts: object, message: string) => void;
}

/** Begins to tell. Nobody loads this unless it is switched on. */
export function openTraces({ config, database, facts, warn }: TracesOptions): Traces {
  const poster = new SpanPoster(config.receiver);
  const { host } = new URL(config.receiver.url);
  const resource = { ...facts, ...config.resource };
  const queue = new SpanQueue({
    post: async (spans) => poster.post(otlpJson(spans, resource)),
    close: () => poster.close(),
    everyMs: config.everyMs,
    mostWaiting: config.mostWaiting,
    tell: (why) =>
      why === null
        ? warn({ host }, 'traces are sent again')
        : warn({ host, why }, 'traces cannot be sent: some are lost, and nothing else'),
  });
  const nowMs = Date.now;
  const tracing = new Tracing({ random: randomBytes, nowMs, tell: queue.add });
  const steps = new Steps(tracing, database);
  tracePool(database, tracing, steps.touched);
  const requests = new RequestTraces(tracing, new Sampler(config.sampling, nowMs));
  return {
    tracing,
    requests,
    steps,
    counts: queue.counts,
    withTrace: (facts) => withTrace(facts, steps),
    stop: () => queue.stop(),
  };
}
