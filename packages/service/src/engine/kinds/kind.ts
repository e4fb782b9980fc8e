import type {
  AccountChain,
  AccountNonce,
  Block,
  PayingAccount,
  Transaction,
  Watch,
} from '../../chains/chain.ts';
import type { RecordedDeposit } from '../../deposits/record-transfers.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import type { Lease } from '../lease.ts';
import type { PutOff } from '../payments/put-off.ts';
import type { HasPassed } from '../payments/signed-before.ts';
import type { UnknownSpend } from '../payments/unknown-spends.ts';

/** All that the engine does one way on one kind of chain and another way on another. What is nobody's does nothing. */
export interface Kind {
  /** Asks what a chain that is followed for the first time has had of ours before. Returns what notes it. */
  askEarlier(): Promise<(client: Queryable, at: number) => Promise<void>>;
  /** Notes what a block brought where it can be paid from, or has to be brought in from. */
  hold(client: Queryable, deposits: readonly RecordedDeposit[], block: Block): Promise<void>;
  /** Payments that are deep enough are there for good, and what they used up is gone. */
  confirmPayments(client: Queryable, settled: number, at: number): Promise<void>;
  /** Forgets what was spent so long ago that no reorganisation brings it back. */
  forgetSpent(client: Queryable, settled: number): Promise<void>;
  /** Notes what transactions use up of ours without being payments of ours. */
  noteUnknownSpends(
    client: Queryable,
    transactions: readonly Transaction[],
    height: number | null,
    at: number,
  ): Promise<UnknownSpend[]>;

  /** The chain, where its own coin can come by no transfer that a block shows, and balances tell; else null. */
  readonly unseen: AccountChain | null;
  /** How many questions to the node a comparison of the books is. */
  countQuestions(client: Queryable): Promise<number>;
  /** Throws if something that could be used for a payment is used up by what the store does not know. */
  refuseUnknown(engine: Engine, lease: Lease): Promise<void>;
  /** Whose transfers have to be read to know all of a payment to somebody, with its fee. */
  partiesOf(payee: string): Watch;
  /** What a transaction cost that paid with what is ours; in words, why it did not. */
  feePaid(client: Queryable, transaction: Transaction): Promise<bigint | string>;
  /** The account of ours that a transaction took from, with the nonce where there are any. */
  accountOf(
    transaction: Pick<Transaction, 'sources' | 'spends'>,
  ): (PayingAccount & Partial<AccountNonce>) | null;
  /** Whether an attempt has expired for good, as the chain itself says. Where nothing expires, none has. */
  readonly hasPassed: HasPassed;

  /** Ends attempts that have expired for good: who was to be paid is paid anew. */
  expirePayments(engine: Engine, lease: Lease): Promise<void>;
  signPayouts(engine: Engine, lease: Lease, putOff: PutOff): Promise<void>;
  /** Makes other attempts of payments that no block takes, or that are cancelled. */
  bumpPayments(engine: Engine, lease: Lease): Promise<void>;
  /** Uses up nonces that keep payments waiting. */
  fillNonces(engine: Engine, lease: Lease): Promise<void>;
  /** Helps along deposits that no block takes. */
  helpDeposits(engine: Engine, lease: Lease): Promise<void>;
  /** What payouts could be paid with right now, of some assets. One that is not named: all that is ours. */
  payable(engine: Engine, assetIds: readonly number[]): Promise<ReadonlyMap<number, bigint>>;
  /** Brings what lies on deposit addresses to the treasury. */
  sweep(engine: Engine, lease: Lease): Promise<void>;
}

export async function nothing(): Promise<void> {}
