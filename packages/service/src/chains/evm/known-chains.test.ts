import { describe, expect, it } from 'vitest';
import { parametersOf } from './known-chains.ts';

describe('the chains that we know', () => {
  it.each([
    ['Ethereum', 1],
    ['BSC', 56],
    ['Polygon', 137],
    ['Base', 8453],
    ['Arbitrum', 42161],
  ])('%s can be paid on: its limits leave room', (_, evmChainId) => {
    const { fees, gas } = parametersOf(evmChainId);
    // A payment that starts at the lowest rate can be replaced five times.
    expect((fees.floor * 3n ** 5n) / 2n ** 5n).toBeLessThan(fees.cap);
    expect(fees.minimumPriority).toBeLessThanOrEqual(fees.floor);
    expect(gas.native).toBeGreaterThanOrEqual(21_000n);
    expect(gas.token).toBeGreaterThan(gas.native);
  });

  it('are all: fees are not guessed for others', () => {
    expect(() => parametersOf(31_337)).toThrow(/give its finality, fees and gas limits/);
  });
});
