import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bloom, type Blooming } from './bloom.ts';

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((each) => `0x${Buffer.from(each).toString('hex')}`);
const log: fc.Arbitrary<Blooming> = fc.record({
  address: hex(20),
  topics: fc.array(hex(32), { maxLength: 4 }),
});

describe('a bloom', () => {
  it('has everything that its logs have', () => {
    fc.assert(
      fc.property(fc.array(log, { maxLength: 20 }), (logs) => {
        const bloom = Bloom.of(logs);
        expect(logs.every((each) => bloom.mayHaveLog(each))).toBe(true);
        expect(bloom.isWithin(bloom)).toBe(true);
      }),
    );
  });

  it('of a part is within that of the whole', () => {
    fc.assert(
      fc.property(fc.array(log, { maxLength: 20 }), fc.nat(20), (logs, n) => {
        expect(Bloom.of(logs.slice(n)).isWithin(Bloom.of(logs))).toBe(true);
      }),
    );
  });

  it('tells almost always that a log is missing', () => {
    let caught = 0;
    const runs = 500;
    fc.assert(
      fc.property(fc.array(log, { minLength: 5, maxLength: 5 }), (logs) => {
        if (!Bloom.of(logs).isWithin(Bloom.of(logs.slice(1)))) caught++;
      }),
      { numRuns: runs, seed: 1 },
    );
    expect(caught).toBeGreaterThan(runs * 0.95);
  });

  it('has 256 bytes', () => {
    expect(() => new Bloom('0x00')).toThrow(RangeError);
  });
});
