import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { erlangC, slowestOf, waitingFor } from './waiting.ts';

describe('waiting', () => {
  it('is what the books say for one server and for two', () => {
    // M/M/1: rho / (mu - lambda). M/D/1: half of it.
    expect(waitingFor(80, 0.01, 1).meanS).toBeCloseTo(0.04, 10);
    expect(waitingFor(80, 0.01, 1, 0).meanS).toBeCloseTo(0.02, 10);
    expect(erlangC(1, 0.7)).toBeCloseTo(0.7, 10);
    expect(erlangC(2, 1)).toBeCloseTo(1 / 3, 10);
    expect(erlangC(10, 8)).toBeCloseTo(0.4092, 4);
  });

  it('has the slowest hundredth of an exponential tail', () => {
    // M/M/1: P(W > t) = rho · e^-(mu - lambda)t.
    expect(slowestOf(waitingFor(50, 0.01, 1), 0.01)).toBeCloseTo(Math.log(50) / 50, 10);
    expect(slowestOf(waitingFor(0.5, 0.01, 1), 0.01)).toBe(0);
  });

  it('becomes more with the load, less with servers, and has no end where they cannot do it', () => {
    const load = fc.record({
      offered: fc.double({ min: 0.01, max: 20, noNaN: true }),
      servers: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(load, ({ offered, servers }) => {
        const [here, more, busier] = [
          waitingFor(offered, 1, servers),
          waitingFor(offered, 1, servers + 1),
          waitingFor(offered * 1.1, 1, servers),
        ];
        if (offered >= servers) expect(here.meanS).toBe(Number.POSITIVE_INFINITY);
        else expect(here.isMet).toBeLessThanOrEqual(1);
        if (Number.isFinite(here.meanS)) expect(more.meanS).toBeLessThanOrEqual(here.meanS);
        expect(busier.meanS).toBeGreaterThanOrEqual(here.meanS);
      }),
    );
  });
});
