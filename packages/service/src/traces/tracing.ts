import { AsyncLocalStorage } from 'node:async_hooks';
import type { SharedWork } from '../store/batcher.ts';
import type { Facts, OpenSpan, SpanKind, ToldSpan, Work } from './span.ts';
import { writeTraceparent } from './trace-context.ts';

/** More of one request or step is left out: a step may send hundreds of payments. */
const MOST_SPANS = 400;
const SPAN_BYTES = 8;

export interface TracingOptions {
  readonly random: (bytes: number) => Buffer;
  /** Unix time, in milliseconds. */
  readonly nowMs: () => number;
  /** Takes spans that are over. */
  readonly tell: (spans: readonly ToldSpan[], left: number) => void;
}

/** Whatever is done while a span goes on is part of it, however many awaits later: nobody has to hand it on. */
export class Tracing {
  private readonly current = new AsyncLocalStorage<OpenSpan | undefined>();
  private readonly options: TracingOptions;

  constructor(options: TracingOptions) {
    this.options = options;
  }

  newId(bytes = SPAN_BYTES): string {
    return this.options.random(bytes).toString('hex');
  }

  /** What is under way here and is told of; undefined: nothing. */
  get active(): OpenSpan | undefined {
    const span = this.current.getStore();
    return span === undefined || span.work.isOver ? undefined : span;
  }

  /** The place that whoever goes on with this later begins at; null if nobody is to. */
  readonly place = (): string | null => {
    const span = this.active;
    const traceId = span?.work.traceId;
    return span === undefined || traceId == null
      ? null
      : writeTraceparent({ traceId, spanId: rootOf(span).spanId });
  };

  /** Says more of the request or step that is under way. */
  readonly note = (facts: Facts): void => {
    const span = this.active;
    if (span === undefined) return;
    const root = rootOf(span);
    root.facts = { ...root.facts, ...facts };
  };

  /** Begins a request or a step, of a trace or of one that is not known yet. */
  begin(name: string, kind: SpanKind, traceId: string | null, beganMs = performance.now()): OpenSpan {
    const work: Work = { traceId, spans: [], left: 0, isOver: false };
    return this.add(work, { within: null, name, kind, facts: {}, beganMs, endedMs: beganMs });
  }

  /** Does something as part of a span, or of none. */
  run<T>(span: OpenSpan | undefined, work: () => T): T {
    return this.current.run(span, work);
  }

  /** Does something that is a span of its own, if it is part of one. */
  async span<T>(name: string, kind: SpanKind, facts: Facts, work: () => Promise<T>): Promise<T> {
    const within = this.active;
    const span = within === undefined ? undefined : this.open(within, name, kind, facts);
    if (span === undefined) return work();
    try {
      return await this.run(span, work);
    } catch (error) {
      span.failure = nameOf(error);
      throw error;
    } finally {
      span.endedMs = performance.now();
    }
  }

  /** The same of something that is over by now, and whether it failed. */
  past(name: string, kind: SpanKind, facts: Facts, ms: number, failure?: unknown): void {
    const within = this.active;
    const span = within === undefined ? undefined : this.open(within, name, kind, facts, ms);
    if (span !== undefined && failure !== undefined) span.failure = nameOf(failure);
  }

  /** What is done for several at once is told in the trace of the first; the others have it as a span that leads there. */
  shared(name: string): SharedWork<OpenSpan> {
    return {
      part: () => this.active,
      run: async (parts, work) => {
        const [first, ...others] = parts.filter((part) => !part.work.isOver);
        if (first === undefined) return this.run(undefined, work);
        const beganMs = performance.now();
        return this.run(first, () =>
          this.span(name, 'internal', { 'swapdesk.together': parts.length }, async () => {
            const { spanId, work: carrying } = this.active ?? first;
            try {
              return await work();
            } finally {
              for (const other of others) {
                if (other.work.isOver) continue;
                const span = this.open(other, name, 'internal', {}, performance.now() - beganMs);
                if (carrying.traceId !== null) span?.links.push({ traceId: carrying.traceId, spanId });
              }
            }
          }),
        );
      },
    };
  }

  /** It is over. Gives its spans; what comes later is part of nothing. */
  end(root: OpenSpan): OpenSpan[] {
    const { work } = root;
    root.endedMs = performance.now();
    work.isOver = true;
    return work.spans.splice(0);
  }

  /** Tells spans, with times as clocks have them. */
  tell(spans: readonly ToldSpan[], left: number): void {
    const offset = this.options.nowMs() - performance.now();
    this.options.tell(
      spans.map((span) => ({
        ...span,
        beganMs: span.beganMs + offset,
        endedMs: span.endedMs + offset,
        happened: span.happened.map((each) => ({ ...each, atMs: each.atMs + offset })),
      })),
      left,
    );
  }

  private open(within: OpenSpan, name: string, kind: SpanKind, facts: Facts, ms = 0): OpenSpan | undefined {
    const { work } = within;
    if (work.spans.length >= MOST_SPANS) {
      work.left++;
      return undefined;
    }
    const now = performance.now();
    return this.add(work, { within, name, kind, facts, beganMs: now - ms, endedMs: now });
  }

  private add(work: Work, begun: Omit<OpenSpan, 'spanId' | 'work' | 'failure' | 'links'>): OpenSpan {
    const span: OpenSpan = { ...begun, spanId: this.newId(), work, failure: null, links: [] };
    work.spans.push(span);
    return span;
  }
}

/** A span as it is told: of the trace, and below this place in it. */
export function toldIn(traceId: string, span: OpenSpan, below: string | null): ToldSpan {
  const { spanId, within, name, kind, beganMs, endedMs, facts, failure, links } = span;
  const parentId = within?.spanId ?? below;
  return { traceId, spanId, parentId, name, kind, beganMs, endedMs, facts, failure, links, happened: [] };
}

function rootOf(span: OpenSpan): OpenSpan {
  return span.work.spans[0] ?? span;
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
