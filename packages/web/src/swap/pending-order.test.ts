import { beforeEach, expect, it, vi } from 'vitest';
import { PendingOrder } from './pending-order.ts';

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
  const key = new PendingOrder().keyFor('one');
  const next = new PendingOrder();
  expect(next.keyFor('one')).toBe(key);
  expect(next.keyFor('one')).toBe(key);
});

it('another order, and the same after an answer, have another', () => {
  const pending = new PendingOrder();
  const key = pending.keyFor('one');
  expect(pending.keyFor('other')).not.toBe(key);
  const again = pending.keyFor('one');
  expect(again).not.toBe(key);
  pending.isAnswered();
  expect(pending.keyFor('one')).not.toBe(again);
  expect(kept.size).toBe(1);
});

it.each(['', '{', 'null', '7', '{"order":1}', '[]'])(
  'what was kept by nobody, as %j, is no order',
  (text) => {
    kept.set('pending-order', text);
    expect(new PendingOrder().keyFor('one')).toMatch(/^[0-9a-f]{32}$/);
  },
);

it('a browser that keeps nothing has a key as long as the page is open', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const pending = new PendingOrder();
  expect(pending.keyFor('one')).toBe(pending.keyFor('one'));
});
