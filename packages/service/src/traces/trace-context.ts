/** A place in a trace, as W3C's Trace Context has it. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** Whoever was there before wants it to be told. */
  readonly isSampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;
const SAMPLED = 1;

/** Null if it says nothing: then a trace begins here. */
export function readTraceparent(header: unknown): TraceContext | null {
  if (typeof header !== 'string') return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

/** For whoever goes on from there: only what is told has a place. */
export function writeTraceparent({ traceId, spanId }: Omit<TraceContext, 'isSampled'>): string {
  return `00-${traceId}-${spanId}-01`;
}
