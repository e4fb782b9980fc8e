import { expect, it } from 'vitest';
import { withTrace } from './with-trace.ts';

const steps = { traceIdOf: (no: string) => (no === 'KNOWN' ? 'a1'.repeat(16) : undefined) };
const traceId = 'a1'.repeat(16);

it('a line of the log has the trace of the order that it names, or of the first that is told of', () => {
  expect(withTrace({ order: 'KNOWN', payout: 3 }, steps)).toEqual({ order: 'KNOWN', payout: 3, traceId });
  expect(withTrace({ orders: ['OTHER', 'KNOWN'] }, steps)).toEqual({ orders: ['OTHER', 'KNOWN'], traceId });
});

it('a line that names none, or one that nobody is told of, is as it was', () => {
  for (const facts of [
    {},
    { order: 'OTHER' },
    { order: 7 },
    { orders: 'KNOWN' },
    { orders: [] },
    { chain: 'KNOWN' },
  ])
    expect(withTrace(facts, steps)).toBe(facts);
});
