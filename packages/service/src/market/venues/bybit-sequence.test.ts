import { expect, it } from 'vitest';
import { BybitSequence } from './bybit-sequence.ts';

const told = (type: string, u: number) =>
  JSON.stringify({
    topic: 'orderbook.50.BTCUSDT',
    type,
    ts: 1,
    data: { s: 'BTCUSDT', b: [], a: [], u, seq: 9 },
  });

it("misses none of Bybit's changes as long as their numbers follow each other", () => {
  const sequence = new BybitSequence();
  const hear = (...messages: string[]) => messages.map((text) => sequence.hear(text));
  expect(hear(told('snapshot', 7), told('delta', 8), '{"op":"ping"}', told('delta', 9))).not.toContain(false);
  // Its service begins anew with 1.
  expect(hear(told('snapshot', 1), told('delta', 2))).not.toContain(false);
  expect(hear(told('delta', 4))).toEqual([false]);
});
