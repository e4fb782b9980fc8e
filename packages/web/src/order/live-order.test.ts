import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Order } from '../api/order.ts';
import { Refused, Unreachable } from '../api/refused.ts';
import { type Known, LiveOrder } from './live-order.ts';

/** Every question, to be answered when the test wants. */
interface Question {
  readonly signal: AbortSignal;
  answer(): void;
  fail(error: Error): void;
}

class Stream {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 0;
  onopen: () => void = () => {};
  constructor() {
    Stream.all.push(this);
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
}

const ORDER = { status: 1, deposits: [], surplus: [] } as unknown as Order;

let questions: Question[];
let known: Known;
let live: LiveOrder;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  Stream.all = [];
  questions = [];
  live = new LiveOrder(
    'code',
    (now) => {
      known = now;
    },
    (_code, { signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        questions.push({ signal: signal as AbortSignal, answer: () => resolve(ORDER), fail: reject });
      }),
  );
  live.start();
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const isLive = () => known.stage === 'found' && known.isLive;

async function answers(): Promise<void> {
  questions.at(-1)?.answer();
  await passes(0);
}

/** The order is there, and its stream stands. */
async function isShown(): Promise<void> {
  await answers();
  Stream.all.at(-1)?.onopen();
  await answers();
  expect(isLive()).toBe(true);
}

it.each([
  new Refused(500, 'Internal Server Error', null),
  new Refused(503, 'server is busy, please try again later', null),
  new Refused(429, 'too many requests', null),
  new Unreachable('/openapi/order/query'),
])('an order is not live while the service answers %s, and is asked for until it is', async (error) => {
  await isShown();
  await passes(15_000);
  questions.at(-1)?.fail(error);
  await passes(0);
  expect(isLive()).toBe(false);
  // A stream that stands says nothing of the order itself.
  Stream.all.at(-1)?.onopen();
  questions.at(-1)?.fail(error);
  await passes(0);
  expect(isLive()).toBe(false);
  const asked = questions.length;
  await passes(5_000);
  expect(questions).toHaveLength(asked + 1);
  await answers();
  expect(isLive()).toBe(true);
});

it('a stream that stands while nobody answers is begun anew once, and leads to no flood of questions', async () => {
  await isShown();
  await passes(15_000);
  const stand = new Set(Stream.all);
  for (let n = 0; n < 20; n++) {
    questions.at(-1)?.fail(new Unreachable('/openapi/order/query'));
    await passes(0);
    for (const stream of Stream.all) {
      if (!stand.has(stream)) stream.onopen();
      stand.add(stream);
    }
    await passes(0);
  }
  expect(Stream.all).toHaveLength(2);
  expect(questions).toHaveLength(4);
});

it('whoever comes back does not wait for what was asked before, and sees that the order may be old', async () => {
  await isShown();
  await passes(15_000);
  const [hung] = questions.slice(-1);
  live.rest();
  live.resume();
  await passes(0);
  expect(hung?.signal.aborted).toBe(true);
  expect(isLive()).toBe(false);
  expect(questions.at(-1)).not.toBe(hung);
  await isShown();
});
