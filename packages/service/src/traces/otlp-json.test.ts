import { expect, it } from 'vitest';
import { otlpJson } from './otlp-json.ts';
import type { ToldSpan } from './span.ts';

/** What `JsonTraceSerializer` of OpenTelemetry's own library (`@opentelemetry/otlp-transformer` 0.220.0) writes of the spans below. */
const THEIRS = {
  resource: {
    attributes: [{ key: 'service.name', value: { stringValue: 'a desk' } }],
    droppedAttributesCount: 0,
  },
  scope: { name: 'swapdesk' },
  spans: [
    {
      traceId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      spanId: '0000000000000000',
      name: 'span 0',
      kind: 1,
      startTimeUnixNano: '1700000000000250000',
      endTimeUnixNano: '1700000000001500000',
      attributes: [
        { key: 'n', value: { intValue: 0 } },
        { key: 'share', value: { doubleValue: 0.5 } },
        { key: 'text', value: { stringValue: 'of "it"' } },
      ],
      droppedAttributesCount: 0,
      events: [
        {
          attributes: [{ key: 'to', value: { intValue: 4 } }],
          name: 'moved',
          timeUnixNano: '1700000000001000000',
          droppedAttributesCount: 0,
        },
      ],
      droppedEventsCount: 0,
      status: { code: 0 },
      links: [
        {
          attributes: [],
          spanId: 'dddddddddddddddd',
          traceId: 'cccccccccccccccccccccccccccccccc',
          droppedAttributesCount: 0,
          flags: 257,
        },
      ],
      droppedLinksCount: 0,
      flags: 257,
    },
    {
      traceId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      spanId: '0000000000000002',
      parentSpanId: 'bbbbbbbbbbbbbbbb',
      name: 'span 2',
      kind: 1,
      startTimeUnixNano: '1700000000002250000',
      endTimeUnixNano: '1700000000003500000',
      attributes: [
        { key: 'n', value: { intValue: 2 } },
        { key: 'share', value: { doubleValue: 0.5 } },
        { key: 'text', value: { stringValue: 'of "it"' } },
        { key: 'error.type', value: { stringValue: 'RangeError' } },
      ],
      droppedAttributesCount: 0,
      events: [
        {
          attributes: [{ key: 'to', value: { intValue: 4 } }],
          name: 'moved',
          timeUnixNano: '1700000000001000000',
          droppedAttributesCount: 0,
        },
      ],
      droppedEventsCount: 0,
      status: { code: 2 },
      links: [
        {
          attributes: [],
          spanId: 'dddddddddddddddd',
          traceId: 'cccccccccccccccccccccccccccccccc',
          droppedAttributesCount: 0,
          flags: 257,
        },
      ],
      droppedLinksCount: 0,
      flags: 257,
    },
  ],
};

const span = (n: number): ToldSpan => ({
  traceId: 'a'.repeat(32),
  spanId: String(n).padStart(16, '0'),
  parentId: n === 0 ? null : 'b'.repeat(16),
  name: `span ${n}`,
  kind: 'internal',
  beganMs: 1_700_000_000_000.25 + n,
  endedMs: 1_700_000_000_001.5 + n,
  facts: { n, share: 0.5, text: 'of "it"' },
  happened: [{ name: 'moved', atMs: 1_700_000_000_001, facts: { to: 4 } }],
  links: [{ traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) }],
  failure: n === 2 ? 'RangeError' : null,
});

/** As a reader of the protocol takes it: what is left out is nothing, a whole number may be text, and of the flags the first byte is W3C's. */
function read(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => read(each));
  if (name === 'intValue') return Number(value);
  if (name === 'flags') return Number(value) & 0xff;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key, each]) => !(/^dropped|^code$/.test(key) && each === 0));
  return Object.fromEntries(fields.map(([key, each]) => [key, read(each, key)]));
}

it('spans are written as the library of OpenTelemetry would write them', () => {
  const { resourceSpans } = JSON.parse(otlpJson([span(0), span(2)], { 'service.name': 'a desk' }));
  const [{ resource, scopeSpans }] = resourceSpans;
  expect(resourceSpans.length).toBe(1);
  expect(read({ resource, ...scopeSpans[0] })).toEqual(read(THEIRS));
});
