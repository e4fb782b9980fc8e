import { describe, expect, it } from 'vitest';
import { AccountChanges } from './account-changes.ts';
import { associatedAccount } from './derived-address.ts';
import { amongOurs, toTransactions } from './our-transactions.ts';
import { TOKEN_2022 } from './program-ids.ts';
import type { ToldTransaction } from './read-block.ts';
import { addressOf } from './testing/test-desk.ts';

const [owner, mint, sender] = [addressOf(1), addressOf(2), addressOf(1_000)];
const counting = { treasury: addressOf(0), nativeAssetId: 16, tokens: new Map([[mint, 17]]) };

/** Of 100 units that a token account had, 99 came to another. */
function told(err: unknown): ToldTransaction {
  const balance = (accountIndex: number, holder: string, amount: string) => ({
    accountIndex,
    mint,
    owner: holder,
    programId: TOKEN_2022,
    uiTokenAmount: { amount },
  });
  const keys = [sender, addressOf(1_001), associatedAccount(owner, mint, TOKEN_2022)];
  return {
    transaction: {
      signatures: ['txid'],
      accountKeys: keys.map((pubkey, n) => ({ pubkey, signer: n === 0, writable: true })),
    },
    meta: {
      err,
      fee: 5_000,
      preBalances: [10_000, 1, 1],
      postBalances: [5_000, 1, 1],
      preTokenBalances: [balance(1, sender, '100'), balance(2, owner, '0')],
      postTokenBalances: [balance(1, sender, '0'), balance(2, owner, '99')],
    },
  };
}

it('takes a token out of trade of which less arrives than was sent, and credits what arrived', () => {
  const { transactions, feeTakers } = toTransactions([new AccountChanges(told(null))], counting, () => ({
    nonce: null,
  }));
  expect(feeTakers).toEqual([17]);
  expect(transactions[0]?.transfers).toMatchObject([{ address: owner, assetId: 17, units: 99n }]);
  expect(transactions[0]?.sources).toEqual([sender]);
});

it('credits nothing of what failed, whatever else is said of it', () => {
  const failed = new AccountChanges(told({ InstructionError: [0, 'Custom'] }));
  const { transactions, feeTakers } = toTransactions([failed], counting, () => ({ nonce: null }));
  expect(feeTakers).toEqual([]);
  expect(transactions).toMatchObject([{ isFailed: true, transfers: [] }]);
});

it('leaves out what is nobody of ours, and believes no half of an answer', () => {
  const nobody = () => false;
  expect(amongOurs([told(null)], counting, nobody)).toEqual([]);
  expect(amongOurs([told(null)], counting, (address) => address === owner)).toHaveLength(1);
  const half = { ...told(null), meta: { ...told(null).meta!, postBalances: [5_000] } };
  expect(() => new AccountChanges(half)).toThrow('does not say');
  const inexact = { ...told(null), meta: { ...told(null).meta!, preBalances: [2 ** 53, 1, 1] } };
  expect(() => [...new AccountChanges(inexact).native()]).toThrow('an amount');
});

describe('strangers with more than JSON can state exactly', () => {
  const rich = 164_011_035_098_290_000;
  const [one, other] = [addressOf(5_000), addressOf(5_001)];
  /** The sender gives to these two and 700 to our owner. */
  const giving = (before: readonly number[], after: readonly number[]): ToldTransaction => ({
    transaction: {
      signatures: ['txid'],
      accountKeys: [sender, one, other, owner].map((pubkey, n) => ({
        pubkey,
        signer: n === 0,
        writable: true,
      })),
    },
    meta: { err: null, fee: 5_000, preBalances: before, postBalances: after },
  });
  const read = (told: ToldTransaction) =>
    toTransactions(
      amongOurs([told], counting, (address) => address === owner),
      counting,
      () => ({ nonce: null }),
    ).transactions;

  it('keep nothing of ours from being read', () => {
    const [found] = read(giving([90_000, rich, rich, 0], [10_000, rich + 32_000, rich - 64, 700]));
    expect(found?.transfers).toEqual([{ index: 3, address: owner, assetId: 16, units: 700n }]);
    expect(found?.sources).toEqual([sender, other]);
  });

  it('are paid what all others have less, where there is one of them', () => {
    const [found] = read(giving([90_000, rich, 1, 0], [10_000, rich + 74_304, 1, 700]));
    expect(found?.transfers).toMatchObject([
      { address: one, units: 74_300n },
      { address: owner, units: 700n },
    ]);
  });

  it('are not we: what we have is exact, or not believed', () => {
    expect(() => read(giving([90_000, 1, 1, rich], [10_000, 1, 1, rich + 64]))).toThrow('an amount');
  });
});
