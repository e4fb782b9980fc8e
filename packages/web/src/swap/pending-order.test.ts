import { beforeEach, expect, it, vi } from 'vitest';
import { PendingOrder } from './pending-order.ts';

const LIFETIME_S = 600;
const keyOf = (pending: PendingOrder, order: string) => pending.keyFor(order, LIFETIME_S);

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  return () => vi.unstubAllGlobals();
});

it('an order that was not answered keeps its key, in this page and in the next of the tab', () => {
  const key = keyOf(new PendingOrder(), 'one');
  const next = new PendingOrder();
  expect(keyOf(next, 'one')).toBe(key);
  expect(keyOf(next, 'one')).toBe(key);
});

it('another order, and the same after an answer, have another', () => {
  const pending = new PendingOrder();
  const key = keyOf(pending, 'one');
  expect(keyOf(pending, 'other')).not.toBe(key);
  const again = keyOf(pending, 'one');
  expect(again).not.toBe(key);
  pending.isAnswered();
  expect(keyOf(pending, 'one')).not.toBe(again);
  expect(kept.size).toBe(1);
});

it.each(['', '{', 'null', '7', '{"order":1}', '[]'])(
  'what was kept by nobody, as %j, is no order',
  (text) => {
    kept.set('pending-order', text);
    expect(keyOf(new PendingOrder(), 'one')).toMatch(/^[0-9a-f]{32}$/);
  },
);

it('a browser that keeps nothing has a key as long as the page is open', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const pending = new PendingOrder();
  expect(keyOf(pending, 'one')).toBe(keyOf(pending, 'one'));
});

it('an order that was sent so long ago that hardly any time to pay it is left has another key', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const key = keyOf(new PendingOrder(), 'one');
  vi.setSystemTime(1_000_000 + 299_000);
  expect(keyOf(new PendingOrder(), 'one')).toBe(key);
  vi.setSystemTime(1_000_000 + 300_000);
  expect(keyOf(new PendingOrder(), 'one')).not.toBe(key);
  vi.useRealTimers();
});
