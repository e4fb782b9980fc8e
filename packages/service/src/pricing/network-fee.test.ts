import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import type { Asset } from '../catalog/catalogue.ts';
import { transferCostUnits, transferCostValue } from './network-fee.ts';

function asset(decimals: number, transferCost: bigint): Asset {
  return { decimals, transferCost } as Asset;
}

const decimals = fc.integer({ min: 0, max: 24 });
const price = fc.bigInt({ min: 1n, max: 10n ** 24n });
const cost = fc.bigInt({ min: 0n, max: 10n ** 24n });

describe('the network fee', () => {
  it('in units of the asset covers what the transfer costs, by less than one unit', () => {
    const property = fc.property(
      decimals,
      decimals,
      price,
      price,
      cost,
      (places, fuelPlaces, worth, fuelWorth, spent) => {
        const fuel = { asset: asset(fuelPlaces, 0n), price: fuelWorth };
        const units = transferCostUnits(asset(places, spent), worth, fuel);
        const asFuel = (amount: bigint) => amount * worth * 10n ** BigInt(fuelPlaces);
        const needed = spent * fuelWorth * 10n ** BigInt(places);
        expect(asFuel(units) >= needed).toBe(true);
        expect(units === 0n || asFuel(units - 1n) < needed).toBe(true);
      },
    );
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it('in USDT is not below what the transfer costs', () => {
    const property = fc.property(decimals, price, cost, (fuelPlaces, fuelWorth, spent) => {
      const value = transferCostValue(asset(6, spent), { asset: asset(fuelPlaces, 0n), price: fuelWorth });
      const exact = spent * fuelWorth;
      expect(value * 10n ** BigInt(fuelPlaces) >= exact).toBe(true);
      expect(value === 0n || (value - 1n) * 10n ** BigInt(fuelPlaces) < exact).toBe(true);
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it('of a native coin is the cost itself, whatever its price', () => {
    const coin = asset(18, 105_000_000_000_000n);
    fc.assert(
      fc.property(
        price,
        (worth) => transferCostUnits(coin, worth, { asset: coin, price: worth }) === coin.transferCost,
      ),
    );
  });

  it('of a token is the same value in the token', () => {
    // 0.000325 ETH at 3600 is 1.17 USDT.
    const fuel = { asset: asset(18, 0n), price: 3_600n * 10n ** 18n };
    expect(transferCostUnits(asset(6, 325_000_000_000_000n), 10n ** 18n, fuel)).toBe(1_170_000n);
    expect(transferCostValue(asset(6, 325_000_000_000_000n), fuel)).toBe(1_170_000_000_000_000_000n);
  });
});
