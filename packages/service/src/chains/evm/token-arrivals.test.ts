import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../chain.ts';
import type { Rpc } from './evm-rpc.ts';
import { readShortfalls, withoutShortfalls } from './token-arrivals.ts';

const CONTRACT = `0x${'11'.repeat(20)}`;
const ADDRESSES = ['one', 'two'];
const TOKEN = 5;
const COIN = 1;

const transaction: fc.Arbitrary<Transaction> = fc
  .array(
    fc.record({
      index: fc.nat(100),
      address: fc.constantFrom(...ADDRESSES),
      assetId: fc.constantFrom(TOKEN, COIN),
      units: fc.bigInt(1n, 10n ** 24n),
    }),
    { maxLength: 4 },
  )
  .map((transfers) => ({ txid: 'any', sources: [], spends: [], transfers }));

function total(transactions: readonly Transaction[], address: string, assetId: number): bigint {
  return transactions
    .flatMap(({ transfers }) => transfers)
    .filter((each) => each.address === address && each.assetId === assetId)
    .reduce((sum, { units }) => sum + units, 0n);
}

describe('what did not arrive', () => {
  it('is taken off what was logged to the unit, and off nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(transaction, { maxLength: 6 }),
        fc.bigInt(0n, 10n ** 25n),
        (transactions, units) => {
          const [address = '', other = ''] = ADDRESSES;
          const shortfall = { contract: CONTRACT, address, units };
          const credited = withoutShortfalls(transactions, [shortfall], () => TOKEN);
          const logged = total(transactions, address, TOKEN);
          expect(total(credited, address, TOKEN)).toBe(logged > units ? logged - units : 0n);
          expect(total(credited, other, TOKEN)).toBe(total(transactions, other, TOKEN));
          expect(total(credited, address, COIN)).toBe(total(transactions, address, COIN));
          expect(credited.map(({ txid }) => txid)).toEqual(transactions.map(({ txid }) => txid));
          expect(credited.flatMap(({ transfers }) => transfers).every((each) => each.units > 0n)).toBe(true);
        },
      ),
    );
  });
});

describe('what seems not to have arrived', () => {
  const TO = `0x${'22'.repeat(20)}`;
  const log = {
    contract: CONTRACT,
    from: `0x${'33'.repeat(20)}`,
    to: TO,
    units: 7n,
    txid: '0x03',
    logIndex: 0,
  };
  const block = { hash: '0x02', parent: '0x01', tokenLogs: [log] };
  /** A node that says these balances one after the other. */
  const saying = (...units: number[]) =>
    ({ batch: async () => [`0x${(units.shift() ?? 0).toString(16).padStart(64, '0')}`] }) as unknown as Rpc;

  it('is asked for again: the node may be taking the next block, which spends it', async () => {
    expect(await readShortfalls(saying(0, 0, 0, 7), block, [log])).toEqual([]);
    expect(await readShortfalls(saying(0, 6, 0, 6), block, [log])).toMatchObject([{ units: 1n }]);
    expect(await readShortfalls(saying(0, 6, 0, 2), block, [log])).toMatchObject([{ units: 1n }]);
  });
});
