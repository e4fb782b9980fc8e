import { describe, expect, it } from 'vitest';
import { demandOf } from './calibrate.ts';
import { capacityOf, type Demand, predict, throughputOf } from './node.ts';

const QUOTE: Demand = {
  name: 'quote',
  share: 0.5,
  apiS: 40e-6,
  apiTripS: 0,
  storeS: 0,
  storeTripS: 0,
  trips: null,
};
const PLACEMENT: Demand = {
  name: 'placement',
  share: 0.5,
  ...{ apiS: 90e-6, apiTripS: 100e-6, storeS: 60e-6, storeTripS: 300e-6 },
  trips: { waitS: 1e-3, lanes: 1, largest: 128 },
};
const MIX = [QUOTE, PLACEMENT];

describe('a node', () => {
  it('can do what its processor can, whoever shares it', () => {
    const shared = capacityOf(MIX, { processes: 1, storeCores: null, background: 0 });
    const apart = capacityOf(MIX, { processes: 1, storeCores: 4, background: 0 });
    // The busier it is the more share a trip: in the end trips cost next to nothing.
    expect(shared).toBeLessThan(2 / (40e-6 + 90e-6 + 60e-6));
    expect(shared).toBeGreaterThan(1.3 / (40e-6 + 90e-6 + 60e-6));
    expect(apart).toBeGreaterThan(shared);
    expect(apart).toBeLessThan(2 / (40e-6 + 90e-6));
  });

  it('does what so many clients get out of it who wait for their answers: one as fast as it answers, many as much as it can', () => {
    const here = { processes: 1, storeCores: null, background: 0 };
    const all = [1, 8, 64, 512].map((clients) => throughputOf(MIX, here, clients));
    expect(all).toEqual([...all].sort((a, b) => a - b));
    const { kinds } = predict(MIX, here, all[0] as number, 1);
    const mean = kinds.reduce((sum, { meanS }) => sum + meanS / 2, 0);
    expect((all[0] as number) * mean).toBeCloseTo(1, 3);
    expect(all[3]).toBeGreaterThan(0.8 * capacityOf(MIX, here));
    expect(all[3]).toBeLessThan(capacityOf(MIX, here));
  });

  it('is used as the law of utilisation says: what comes, by what each takes', () => {
    const { apiUsed, storeUsed } = predict(
      [{ ...QUOTE, share: 1 }],
      { processes: 2, storeCores: 2, background: 0 },
      10_000,
    );
    expect(apiUsed).toBeCloseTo((10_000 * 40e-6) / 2, 10);
    expect(storeUsed).toBe(0);
  });

  it('takes longer the more comes, and is done with it by more processes', () => {
    const p99 = (perSecond: number, processes: number) =>
      predict(MIX, { processes, storeCores: 4, background: 0 }, perSecond).kinds.map(({ p99S }) => p99S);
    for (const [n, at] of p99(6_000, 1).entries()) {
      expect(at).toBeGreaterThan(p99(3_000, 1)[n] as number);
      expect(at).toBeGreaterThan(p99(6_000, 2)[n] as number);
    }
  });
});

describe('what a request takes', () => {
  it('is divided into its own part and that of the trip which it shares', () => {
    const sample = { perSecond: 0, p50S: 0.002 };
    const alone = { ...sample, clients: 1, apiS: 200e-6, storeS: 300e-6 };
    // Of 32 clients half are in a trip and half gather: 16 share one.
    const many = { ...sample, clients: 32, apiS: 100e-6 + 100e-6 / 16, storeS: 60e-6 + 240e-6 / 16 };
    const demand = demandOf({ name: 'a', share: 1, alone, many, trips: { lanes: 1, largest: 128 } });
    expect(demand.apiS).toBeCloseTo(100e-6, 12);
    expect(demand.apiTripS).toBeCloseTo(100e-6, 12);
    expect(demand.storeS).toBeCloseTo(60e-6, 12);
    expect(demand.storeTripS).toBeCloseTo(240e-6, 12);
    expect(demand.trips?.waitS).toBeCloseTo(0.0015, 12);
  });
});
