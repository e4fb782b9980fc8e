import { Counter, type Registry } from 'prom-client';
import type { SpanCounts } from '../traces/span-queue.ts';

/** What became of the spans of traces, and how it is shown as of now. */
export function spanCounters(registry: Registry, counts: SpanCounts): () => void {
  const spans = new Counter({
    name: 'swapdesk_trace_spans_total',
    help: 'Spans of traces: sent; dropped, as there was no room for them; refused by whoever was to take them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return () => {
    spans.reset();
    for (const [outcome, many] of Object.entries(counts)) spans.inc({ outcome }, many);
  };
}
