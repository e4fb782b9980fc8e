import { expect, it } from 'vitest';
import type { Demand } from './node.ts';
import { yearOf } from './year.ts';

const QUOTE: Demand = {
  name: 'quote',
  share: 1,
  apiS: 50e-6,
  apiTripS: 0,
  storeS: 0,
  storeTripS: 0,
  trips: null,
};
const PLACEMENT: Demand = {
  name: 'placement',
  share: 0,
  ...{ apiS: 100e-6, apiTripS: 100e-6, storeS: 50e-6, storeTripS: 150e-6 },
  trips: { waitS: 1e-3, lanes: 1, largest: 128 },
};

it('a year is what an order takes, as often as there are orders', () => {
  const settling = { engineS: 2e-3, storeS: 1e-3, diskBytes: 4_000, logBytes: 10_000 };
  const load = { ordersPerSecond: 1_000, perOrder: { quote: 4, placement: 1 }, used: 0.5 };
  const year = yearOf([QUOTE, PLACEMENT], settling, load);
  expect(year).toMatchObject({
    requestsPerSecond: 5_000,
    // 4 × 50 + 200 µs an order, and twice that room.
    apiCores: 1,
    // 200 µs for its placement and a millisecond for the rest.
    storeCores: 3,
    engines: 4,
    orders: 31_536_000_000,
    diskBytes: 126_144_000_000_000,
    logBytesPerSecond: 10_000_000,
  });
  const busier = yearOf([QUOTE, PLACEMENT], settling, { ...load, ordersPerSecond: 10_000 });
  expect(busier.apiCores).toBe(8);
  expect(busier.engines).toBe(40);
  expect(busier.p99S).toBeGreaterThan(1e-3);
});
