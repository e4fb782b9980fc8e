import { describe, expect, it } from 'vitest';
import { checkLimits, type SigningLimits } from './limits.ts';
import { LimitReached, PlanRefused } from './refusals.ts';

const LIMITS: SigningLimits = new Map([
  [1, { name: 'Bitcoin:BTC', decimals: 0, perTransaction: 50n, perHour: 100n }],
  [2, { name: 'Ethereum:ETH', decimals: 0, perTransaction: null, perHour: null }],
]);

const check = (assetId: number, units: bigint, before = 0n) =>
  checkLimits(new Map([[assetId, units]]), LIMITS, new Map([[assetId, before]]));

describe('limits', () => {
  it('hold for one transaction', () => {
    expect(() => check(1, 50n)).not.toThrow();
    expect(() => check(1, 51n)).toThrow(LimitReached);
  });

  it('hold for an hour, to the unit', () => {
    expect(() => check(1, 50n, 50n)).not.toThrow();
    expect(() => check(1, 50n, 51n)).toThrow('above the 100 of an hour');
  });

  it('are for the assets that have any; one that is not listed is not signed for at all', () => {
    expect(() => check(2, 10n ** 30n, 10n ** 30n)).not.toThrow();
    expect(() => check(3, 1n)).toThrow(PlanRefused);
  });
});
