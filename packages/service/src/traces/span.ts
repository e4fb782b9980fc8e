import type { TraceContext } from './trace-context.ts';

export type SpanKind = 'internal' | 'server' | 'client';
/** Facts that anybody who reads traces may know: ids, names, numbers. Nothing that a client or a node has said. */
export type Facts = Readonly<Record<string, string | number>>;
export type SpanPlace = Omit<TraceContext, 'isSampled'>;

/** Something that happened at a moment within a span. */
export interface Happened {
  readonly name: string;
  /** As `performance.now()` has it; in what is sent, Unix time. */
  readonly atMs: number;
  readonly facts: Facts;
}

/** What took its time, and what it was part of. Of which trace it is may be known only when all of it is over. */
export interface OpenSpan {
  readonly spanId: string;
  readonly within: OpenSpan | null;
  readonly work: Work;
  readonly name: string;
  readonly kind: SpanKind;
  readonly beganMs: number;
  endedMs: number;
  facts: Facts;
  /** What went wrong, by the name of its class: its words may be anybody's. Null: nothing. */
  failure: string | null;
  /** Where in another trace the same work is told. */
  readonly links: SpanPlace[];
}

/** All the spans of a request, or of a step of a job. */
export interface Work {
  /** Null: not known yet. */
  readonly traceId: string | null;
  /** In the order in which they began. Emptied when it is over: whatever still holds one of them holds no more. */
  readonly spans: OpenSpan[];
  /** Those for which there was no room. */
  left: number;
  isOver: boolean;
}

/** A span as it is sent. Times are Unix milliseconds. */
export interface ToldSpan extends SpanPlace {
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  readonly beganMs: number;
  readonly endedMs: number;
  readonly facts: Facts;
  readonly happened: readonly Happened[];
  readonly links: readonly SpanPlace[];
  readonly failure: string | null;
}
