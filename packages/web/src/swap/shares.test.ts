import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import {
  addShare,
  LEAST_SHARE,
  MOST_SHARES,
  moveBoundary,
  removeShare,
  type Shares,
  setShare,
} from './shares.ts';

const sum = (shares: Shares) => shares.reduce((total, share) => total + share, 0);

/** What a shopper can do to a split, in any order. */
const act = fc.oneof(
  fc.record({ what: fc.constant('add' as const) }),
  fc.record({ what: fc.constant('remove' as const), n: fc.nat(4) }),
  fc.record({
    what: fc.constant('set' as const),
    n: fc.nat(4),
    to: fc.double({ min: -50, max: 150, noNaN: true }),
  }),
  fc.record({
    what: fc.constant('move' as const),
    n: fc.nat(3),
    to: fc.double({ min: -50, max: 150, noNaN: true }),
  }),
);

function done(shares: Shares, step: typeof act extends fc.Arbitrary<infer Act> ? Act : never): Shares {
  if (step.what === 'add') return shares.length < MOST_SHARES ? addShare(shares) : shares;
  if (step.what === 'move')
    return step.n < shares.length - 1 ? moveBoundary(shares, step.n, step.to) : shares;
  if (step.n >= shares.length) return shares;
  if (step.what === 'set') return setShare(shares, step.n, step.to);
  return shares.length > 1 ? removeShare(shares, step.n) : shares;
}

describe('shares', () => {
  it('are whole, at least one each, and a hundred together, whatever is done to them', () => {
    const property = fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      let shares: Shares = [100];
      for (const step of acts) {
        shares = done(shares, step);
        expect(sum(shares)).toBe(100);
        expect(shares.every((share) => Number.isInteger(share) && share >= LEAST_SHARE)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('become equal when receivers are added one by one', () => {
    expect(addShare([100])).toEqual([50, 50]);
    expect(addShare([50, 50])).toEqual([34, 33, 33]);
  });

  it('move by a boundary without touching the others', () => {
    expect(moveBoundary([50, 30, 20], 0, 60)).toEqual([60, 20, 20]);
    expect(moveBoundary([50, 30, 20], 1, 0)).toEqual([50, 1, 49]);
  });

  it('keep the proportions of the others when one is set', () => {
    expect(setShare([20, 60, 20], 0, 60)).toEqual([60, 30, 10]);
  });
});
