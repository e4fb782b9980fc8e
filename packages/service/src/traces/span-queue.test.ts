import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { otlpJson } from './otlp-json.ts';
import { type Receiver, SpanPoster } from './post-spans.ts';
import type { ToldSpan } from './span.ts';
import { SpanQueue } from './span-queue.ts';
import { TraceReceiver } from './testing/trace-receiver.ts';

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
const spans = (count: number) => Array.from({ length: count }, (_, n) => span(n));

/** On a machine that has much else to do. */
const SOON = { timeout: 10_000 };

let receiver: TraceReceiver;
let told: (string | null)[];
beforeEach(async () => {
  receiver = await TraceReceiver.open();
  told = [];
});
afterEach(() => receiver.close());

function open(more: Partial<Receiver> & { readonly mostWaiting?: number } = {}) {
  const { mostWaiting = 1_000, ...receiving } = more;
  const poster = new SpanPoster({
    url: `${receiver.url}/v1/traces`,
    headers: { 'x-key': 'of the receiver' },
    timeoutMs: 5_000,
    isCompressed: false,
    ...receiving,
  });
  return new SpanQueue({
    post: async (some) => poster.post(otlpJson(some, { 'service.name': 'a desk' })),
    close: () => poster.close(),
    everyMs: 5,
    mostWaiting,
    tell: (why) => told.push(why),
  });
}

describe('spans that are told', () => {
  it('come as they were, once, with all that was said of them', async () => {
    const queue = open();
    queue.add(spans(3), 0);
    await expect.poll(() => receiver.spans.length, SOON).toBe(3);
    expect(receiver.spans[1]).toMatchObject({
      traceId: 'a'.repeat(32),
      spanId: '0000000000000001',
      parentSpanId: 'b'.repeat(16),
      name: 'span 1',
      kind: 1,
      startTimeUnixNano: '1700000000001250000',
      endTimeUnixNano: '1700000000002500000',
      facts: { n: 1, share: 0.5, text: 'of "it"' },
      happened: [{ name: 'moved', at: 1_700_000_000_001_000_000n, facts: { to: 4 } }],
      links: [{ traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) }],
      status: {},
      resource: { 'service.name': 'a desk' },
    });
    expect(receiver.spans[0]).not.toHaveProperty('parentSpanId');
    expect(receiver.spans[2]).toMatchObject({ status: { code: 2 }, facts: { 'error.type': 'RangeError' } });
    expect(receiver.headers[0]).toMatchObject({
      'x-key': 'of the receiver',
      'content-type': 'application/json',
    });
    await queue.stop();
    expect(queue.counts).toEqual({ sent: 3, dropped: 0, refused: 0 });
    expect(told).toEqual([]);
  });

  it('are compressed where that is wanted, and many go in several requests', async () => {
    const queue = open({ isCompressed: true });
    queue.add(spans(600), 0);
    await expect.poll(() => receiver.spans.length, SOON).toBe(600);
    expect(receiver.bodies.length).toBe(3);
    await queue.stop();
  });

  it('are sent at the end, if somebody takes them', async () => {
    const queue = open();
    queue.add(spans(300), 4);
    await queue.stop();
    expect(receiver.spans.length).toBe(300);
    expect(queue.counts).toEqual({ sent: 300, dropped: 4, refused: 0 });
  });
});

describe('somebody who takes spans and', () => {
  it('says nothing keeps nobody waiting: there is room for so many, the end comes at once, and all are counted', async () => {
    receiver.answer = () => {};
    const queue = open({ mostWaiting: 10 });
    queue.add(spans(8), 0);
    await expect.poll(() => receiver.bodies.length, SOON).toBe(1);
    queue.add(spans(8), 0);
    expect(queue.counts.dropped).toBe(6);
    const began = performance.now();
    await queue.stop();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(queue.counts).toEqual({ sent: 0, dropped: 16, refused: 0 });
  });

  it('is silent at first gets them later: nothing is lost that there was room for', async () => {
    receiver.answer = () => {};
    const queue = open({ timeoutMs: 500 });
    queue.add(spans(2), 0);
    await expect.poll(() => told.length, SOON).toBe(1);
    expect(told[0]).toMatch(/no answer within/);
    receiver.takeAgain();
    await expect.poll(() => queue.counts.sent, SOON).toBe(2);
    expect(told.at(-1)).toBeNull();
    await queue.stop();
  });

  it('refuses is not asked to take the same again, and it is said once', async () => {
    receiver.answer = (response) => response.writeHead(400).end('not with this key');
    const queue = open();
    queue.add(spans(2), 0);
    await expect.poll(() => queue.counts.refused, SOON).toBe(2);
    queue.add(spans(3), 0);
    await expect.poll(() => queue.counts.refused, SOON).toBe(5);
    expect(receiver.bodies.length).toBe(2);
    expect(told).toEqual(['HTTP 400']);
    await queue.stop();
  });

  it('is not there is told of, and given up in the end', async () => {
    const away = await TraceReceiver.open();
    const url = `${away.url}/v1/traces`;
    await away.close();
    const queue = open({ url });
    queue.add(spans(2), 0);
    await expect.poll(() => queue.counts.refused, SOON).toBe(2);
    expect(told).toEqual(['ECONNREFUSED']);
    await queue.stop();
    expect(queue.counts).toEqual({ sent: 0, dropped: 0, refused: 2 });
  });

  it('answers rubbish without end, or breaks off, has them all the same if it has said so', async () => {
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-length': 10_000_000 });
      const pour = () => {
        while (!response.destroyed && response.write('rubbish'.repeat(1_000))) {}
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    };
    const queue = open();
    queue.add(spans(1), 0);
    await expect.poll(() => queue.counts.sent, SOON).toBe(1);
    receiver.answer = (response) => {
      response.writeHead(200).flushHeaders();
      response.destroy();
    };
    queue.add(spans(1), 0);
    await expect.poll(() => queue.counts.sent, SOON).toBe(2);
    receiver.answer = (response) => void response.socket?.end('HTP rubbish\r\n\r\n');
    queue.add(spans(1), 0);
    await expect.poll(() => told.length, SOON).toBeGreaterThan(0);
    receiver.takeAgain();
    await expect.poll(() => queue.counts.sent, SOON).toBe(3);
    await queue.stop();
  });

  it('cannot be written to, as a header is none, stops nothing', async () => {
    const queue = open({ headers: { 'x-key': 'of two\nlines' } });
    queue.add(spans(1), 0);
    await expect.poll(() => queue.counts.refused, SOON).toBe(1);
    await queue.stop();
  });
});
