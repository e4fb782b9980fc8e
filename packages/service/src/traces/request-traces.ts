import type { Sampler } from './sampler.ts';
import { readTraceparent } from './trace-context.ts';
import { type Tracing, toldIn } from './tracing.ts';

const TRACE_BYTES = 16;
const SERVER_FAULT = 500;

/** What a request is. */
export interface BegunRequest {
  readonly method: string;
  /** The pattern of its path, never the path, which may hold anything. */
  readonly route: string;
  readonly beganMs: number;
  /** The id that its answer and the log have. */
  nextId(): string;
}

/** A request that is told of. */
export interface RequestTrace {
  readonly ids: { readonly requestId: string; readonly traceId: string };
  /** Does what is part of it. */
  run<T>(work: () => T): T;
  /** It is answered. */
  end(status: number): void;
}

/** Decides which requests are told of, and tells of them. */
export class RequestTraces {
  private readonly tracing: Tracing;
  private readonly sampler: Sampler;

  constructor(tracing: Tracing, sampler: Sampler) {
    this.tracing = tracing;
    this.sampler = sampler;
  }

  /** Null: nobody is told of it. */
  begin(traceparent: unknown, { method, route, beganMs, nextId }: BegunRequest): RequestTrace | null {
    const { tracing } = this;
    const parent = readTraceparent(traceparent);
    const traceId = parent?.traceId ?? tracing.newId(TRACE_BYTES);
    if (!this.sampler.isTold(traceId, parent)) return null;
    const root = tracing.begin(`${method} ${route}`, 'server', traceId, beganMs);
    const requestId = nextId();
    root.facts = { 'http.request.method': method, 'http.route': route, 'swapdesk.request': requestId };
    return {
      ids: { requestId, traceId },
      run: (work) => tracing.run(root, work),
      end: (status) => {
        const { work } = root;
        if (work.isOver) return;
        root.facts = { ...root.facts, 'http.response.status_code': status };
        if (status >= SERVER_FAULT) root.failure = String(status);
        const spans = tracing.end(root);
        tracing.tell(
          spans.map((span) => toldIn(traceId, span, parent?.spanId ?? null)),
          work.left,
        );
      },
    };
  }
}
