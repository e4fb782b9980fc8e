import type { Facts, Happened, SpanKind, ToldSpan } from './span.ts';

const KIND: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;
const SAMPLED = 1;
const NS_PER_US = '000';

/** Spans as OpenTelemetry's protocol has them in JSON (OTLP 1.x): ids as hexadecimal text, times as text of nanoseconds. */
export function otlpJson(spans: readonly ToldSpan[], resource: Facts): string {
  const scopeSpans = [{ scope: { name: 'swapdesk' }, spans: spans.map(spanJson) }];
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: attributes(resource) }, scopeSpans }] });
}

function spanJson(span: ToldSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId !== null && { parentSpanId: span.parentId }),
    flags: SAMPLED,
    name: span.name,
    kind: KIND[span.kind],
    startTimeUnixNano: nanoseconds(span.beganMs),
    endTimeUnixNano: nanoseconds(span.endedMs),
    attributes: attributes(
      span.failure === null ? span.facts : { ...span.facts, 'error.type': span.failure },
    ),
    events: span.happened.map(eventJson),
    links: span.links.map(({ traceId, spanId }) => ({ traceId, spanId, attributes: [], flags: SAMPLED })),
    status: span.failure === null ? {} : { code: STATUS_ERROR },
  };
}

function eventJson({ name, atMs, facts }: Happened): object {
  return { timeUnixNano: nanoseconds(atMs), name, attributes: attributes(facts) };
}

function attributes(facts: Facts): object[] {
  return Object.entries(facts).map(([key, value]) => ({ key, value: valueJson(value) }));
}

/** A whole number is text, as JavaScript's are not exact beyond 2^53. */
function valueJson(value: string | number): object {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Clocks here know microseconds. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}${NS_PER_US}`;
}
