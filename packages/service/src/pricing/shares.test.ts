import { Decimal } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { ONE, parseFixed } from '../money/fixed.ts';
import { Refusal } from '../refusal.ts';
import { groupSharesOf, type Ratios, ratiosOf, sharesOf } from './shares.ts';

function b(...ratios: string[]): Ratios[] {
  return ratios.map((ratio) => ({ ratio: parseFixed(ratio), groupRatio: null }));
}

function a(...pairs: [ratio: string, groupRatio: string][]): Ratios[] {
  return pairs.map(([ratio, groupRatio]) => ({
    ratio: parseFixed(ratio),
    groupRatio: parseFixed(groupRatio),
  }));
}

const fixed = (...texts: string[]) => texts.map(parseFixed);

describe('the ratios of an entry', () => {
  it('are those that were sent, to 18 decimals; an absent one is 1', () => {
    expect(ratiosOf({})).toEqual({ ratio: ONE, groupRatio: null });
    const sent = {
      to_ratio: Decimal.parse('0.25') as Decimal,
      to_group_ratio: Decimal.parse('5e-1') as Decimal,
    };
    expect(ratiosOf(sent)).toEqual({ ratio: ONE / 4n, groupRatio: ONE / 2n });
  });
});

describe('shares', () => {
  it('are the ratios where they add up to 1', () => {
    expect(sharesOf(b('1'))).toEqual(fixed('1'));
    expect(sharesOf(b('0.5', '0.3', '0.2'))).toEqual(fixed('0.5', '0.3', '0.2'));
  });

  it.each([
    ['0.99999999', true],
    ['1', true],
    ['0.999999989999999999', false],
    ['0.9999', false],
    ['0', false],
  ])('of one entry with the ratio %s are accepted: %s', (ratio, expected) => {
    if (expected) expect(sharesOf(b(ratio))).toEqual(fixed(ratio));
    else expect(() => sharesOf(b(ratio))).toThrow(new Refusal('Incorrect request parameters'));
  });

  it('may be off by 1e-8 either way and by no more', () => {
    for (const good of [
      ['0.5', '0.50000001'],
      ['0.5', '0.49999999'],
      ['0.33333333', '0.33333333', '0.33333333'],
      ['0.333333333', '0.333333333', '0.333333333'],
    ]) {
      expect(sharesOf(b(...good))).toEqual(fixed(...good));
    }
    for (const bad of [
      ['0.5', '0.500000010000000001'],
      ['0.5', '0.4999999899'],
      ['1', '1'],
      ['0.3333333', '0.3333333', '0.3333333'],
    ]) {
      expect(() => sharesOf(b(...bad))).toThrow('Incorrect request parameters');
    }
  });

  it('are never nothing: an entry that gets nothing is refused', () => {
    expect(() => sharesOf(b('1', '0'))).toThrow('Incorrect request parameters');
    expect(() => sharesOf(b('0.9999999999', '0.0000000000000000001'))).toThrow(
      'Incorrect request parameters',
    );
    expect(sharesOf(b('0.999999999999999999', '0.000000000000000001'))).toHaveLength(2);
  });

  it('of the older variant are the ratios where those add up, whatever the group ratios', () => {
    expect(sharesOf(a(['0.4', '0.4'], ['0.6', '0.6']))).toEqual(fixed('0.4', '0.6'));
    expect(sharesOf(a(['0.4', '1'], ['0.6', '1']))).toEqual(fixed('0.4', '0.6'));
    expect(sharesOf(a(['1', '0.3']))).toEqual(fixed('1'));
  });

  it('of the older variant are the products where only those add up', () => {
    // Two groups of 0.4 and 0.6 of the source, the second cut into halves.
    expect(sharesOf(a(['0.4', '1'], ['0.6', '0.5'], ['0.6', '0.5']))).toEqual(fixed('0.4', '0.3', '0.3'));
    expect(sharesOf(a(['1', '0.25'], ['1', '0.75']))).toEqual(fixed('0.25', '0.75'));
  });

  it('of the older variant are refused where neither adds up', () => {
    expect(() => sharesOf(a(['0.5', '0.5'], ['0.4', '0.5']))).toThrow('Incorrect request parameters');
    expect(() => sharesOf(a(['0.5', '0.5']))).toThrow('Incorrect request parameters');
  });

  it('exist for exactly the ratios that add up within the tolerance', () => {
    const ratio = fc.bigInt({ min: 1n, max: ONE });
    const property = fc.property(
      fc.array(ratio, { maxLength: 4 }),
      fc.bigInt({ min: -(2n * 10n ** 10n), max: 2n * 10n ** 10n }),
      (list, off) => {
        const last = ONE + off - list.reduce((sum, each) => sum + each, 0n);
        fc.pre(last > 0n);
        const ratios = [...list, last].map((each) => ({ ratio: each, groupRatio: null }));
        const isClose = off <= 10n ** 10n && off >= -(10n ** 10n);
        if (isClose) expect(sharesOf(ratios)).toEqual([...list, last]);
        else expect(() => sharesOf(ratios)).toThrow(Refusal);
      },
    );
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });
});

describe('group shares', () => {
  it('are shares among the entries with the same asset, rounded down to 8 decimals', () => {
    const entries = [
      { share: parseFixed('0.1'), assetId: 1 },
      { share: parseFixed('0.7'), assetId: 2 },
      { share: parseFixed('0.2'), assetId: 1 },
    ];
    expect(groupSharesOf(entries)).toEqual(fixed('0.33333333', '1', '0.66666666'));
  });

  it('are above 0 and at most 1, and never add up to more than 1 where they are not tiny', () => {
    const entry = fc.record({
      share: fc.bigInt({ min: 1n, max: ONE }),
      assetId: fc.integer({ min: 1, max: 2 }),
    });
    const property = fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (entries) => {
      const shares = groupSharesOf(entries);
      for (const share of shares) expect(share > 0n && share <= ONE).toBe(true);
      for (const asset of [1, 2]) {
        const sum = shares.reduce(
          (total, share, n) => (entries[n]?.assetId === asset ? total + share : total),
          0n,
        );
        expect(sum <= ONE + 5n).toBe(true);
      }
    });
    fc.assert(property);
  });
});
