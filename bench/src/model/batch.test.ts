import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Batches, batched, mostPerSecond } from './batch.ts';

/** Calls at random times to a batcher of one lane, one by one: what each takes. A generator of its own, so that it is the same each time. */
function simulate(
  { tripS, eachS, largest }: Batches,
  perSecond: number,
  many: number,
): { meanS: number; calls: number } {
  let seed = 7;
  const chance = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (seed + 1) / 2_147_483_649;
  };
  let at = 0;
  const arrivals = Array.from({ length: many }, () => (at += -Math.log(chance()) / perSecond));
  let freeAt = 0;
  let sum = 0;
  let trips = 0;
  for (let next = 0; next < many; trips++) {
    const begins = Math.max(freeAt, arrivals[next] as number);
    let calls = 0;
    while (next + calls < many && calls < largest && (arrivals[next + calls] as number) <= begins) calls++;
    freeAt = begins + tripS + calls * eachS;
    for (const end = next + calls; next < end; next++) sum += freeAt - (arrivals[next] as number);
  }
  return { meanS: sum / many, calls: many / trips };
}

const PLACING: Batches = { tripS: 0.002, eachS: 0.00008, lanes: 1, largest: 128 };

describe('calls that go together', () => {
  it.each([50, 500, 2_000, 5_000, 8_000])('at %i a second take what they take one by one', (perSecond) => {
    const [told, seen] = [batched(PLACING, perSecond), simulate(PLACING, perSecond, 40_000)];
    expect(told.meanS / seen.meanS).toBeGreaterThan(0.75);
    expect(told.meanS / seen.meanS).toBeLessThan(1.35);
    expect(told.calls / seen.calls).toBeGreaterThan(0.7);
    expect(told.calls / seen.calls).toBeLessThan(1.3);
  });

  it('are carried as they come, as long as the largest trips carry that many', () => {
    const some = fc.record({
      tripS: fc.double({ min: 1e-4, max: 0.1, noNaN: true }),
      eachS: fc.double({ min: 1e-6, max: 1e-3, noNaN: true }),
      lanes: fc.integer({ min: 1, max: 8 }),
      largest: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(some, fc.double({ min: 0.01, max: 2, noNaN: true }), (batches, part) => {
        const told = batched(batches, mostPerSecond(batches) * part);
        expect(told.used).toBeCloseTo(part, 6);
        expect(Number.isFinite(told.meanS)).toBe(part < 1);
        expect(told.calls).toBeLessThanOrEqual(batches.largest);
        if (part < 1) expect(told.p99S).toBeGreaterThanOrEqual(told.tripS);
      }),
    );
  });
});
