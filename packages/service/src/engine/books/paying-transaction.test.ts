import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotBooked } from './decide.ts';
import { type CandidatePayout, explain } from './paying-transaction.ts';

const TREASURY = 'treasury';
const payout = (id: number, address: string, units: bigint, assetId = 1): CandidatePayout => ({
  id,
  orderId: id,
  reason: 'output' as const,
  assetId,
  address,
  units,
});
const paying = (...gives: [address: string, units: bigint][]) => ({
  txid: 'tx',
  sources: [],
  spends: [],
  transfers: gives.map(([address, units], index) => ({ index, address, assetId: 1, units })),
});

describe('what a transaction has paid', () => {
  it('is the payout that is said to be, and others that it pays to the unit; the rest is change', () => {
    const transaction = paying(['a', 5n], ['b', 7n], [TREASURY, 100n]);
    const { paid, rest } = explain(
      transaction,
      payout(1, 'a', 5n),
      [payout(1, 'a', 5n), payout(2, 'b', 7n), payout(3, 'b', 7n)],
      TREASURY,
      false,
    );
    expect(paid.map(({ payout: { id }, paidUnits }) => [id, paidUnits])).toEqual([
      [1, 5n],
      [2, 7n],
    ]);
    expect(rest).toEqual([]);
  });

  it.each([
    ['nobody of that address', paying(['b', 5n]), 'pays nothing to a'],
    [
      'another asset',
      { ...paying(), transfers: [{ index: 0, address: 'a', assetId: 2, units: 5n }] },
      'pays nothing to a',
    ],
    ['another amount', paying(['a', 6n]), 'pays 6 units to a, payout 1 is of 5'],
    ['somebody whom no payout explains', paying(['a', 5n], ['c', 1n]), 'also pays 1 units to c'],
  ])('is not the payout if it pays %s', (_what, transaction, message) => {
    const explaining = () => explain(transaction, payout(1, 'a', 5n), [], TREASURY, false);
    expect(explaining).toThrow(NotBooked);
    expect(explaining).toThrow(message);
  });

  it('is with another amount only what an operator says so of', () => {
    const { paid, rest } = explain(paying(['a', 6n], ['c', 1n]), payout(1, 'a', 5n), [], TREASURY, true);
    expect(paid[0]?.paidUnits).toBe(6n);
    expect(rest).toMatchObject([{ address: 'c', units: 1n }]);
  });

  it('adds up to what it gave to others, whoever they are', () => {
    const gives = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', TREASURY), fc.bigInt(1n, 4n)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(gives, gives, (given, owed) => {
        const transaction = paying(['a', 5n], ...given);
        const others = owed.map(([address, units], n) => payout(n + 2, address, units));
        const { paid, rest } = explain(transaction, payout(1, 'a', 5n), others, TREASURY, true);
        const left = transaction.transfers.filter(({ address }) => address !== TREASURY);
        const sum = (all: readonly bigint[]) => all.reduce((total, each) => total + each, 0n);
        expect(sum(paid.map(({ paidUnits }) => paidUnits)) + sum(rest.map(({ units }) => units))).toBe(
          sum(left.map(({ units }) => units)),
        );
        expect(new Set(paid.map(({ payout: { id } }) => id)).size).toBe(paid.length);
      }),
    );
  });
});
