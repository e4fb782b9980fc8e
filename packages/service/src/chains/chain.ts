import type { Lender, Lending } from './lender.ts';

export type { Lender, Lending, Loan } from './lender.ts';
export { BeyondLimit, NotEnough, Rejected, Unpayable } from './no-payment.ts';

/**
 * The ports to chains: all that the engine knows of one, whatever its family. There are two, which share what is below:
 * chains of coins and chains of accounts. An implementation talks to a node or an endpoint; it keeps nothing that must
 * survive a crash. Whatever it is asked twice it answers twice: every call may be repeated, and every answer may be lost,
 * late or wrong. What decides money is compared with the store first.
 */
export type Chain = CoinChain | AccountChain;

/** What all chains have in common, but for what they are asked to sign and what that becomes. */
export interface ChainBase<Request extends PaymentRequest, Signed extends SignedPayment = SignedPayment> {
  readonly id: number;
  readonly name: string;
  /** Where change goes, and on chains of accounts, from where payouts come. */
  readonly treasury: string;
  /** Blocks on top of a transfer's own, itself included, until it counts. */
  readonly confirmations: number;

  /** The newest block. Throws if the node is not to be believed: on another network, behind, still loading. */
  tip(): Promise<BlockRef>;
  /**
   * The block at a height of the chain as the node sees it now; null if there is none yet. Transactions and transfers in
   * which nobody whom `watch` knows has a part may be left out. An implementation calls it after it has read the block:
   * an address may be younger than the call, but never than a block that pays to it. `upTo`: those up to this height will
   * be asked for next, and may be read together.
   */
  block(height: number, watch: () => Promise<Watch>, upTo?: number): Promise<Block | null>;
  /** True if the chain itself says which blocks are final: then nobody counts them. Absent: it does not. */
  readonly isFinal?: boolean;
  /** Up to which height blocks count, if this is the newest that has been followed. */
  settled(height: number): Promise<number>;
  /** For how long a node that takes a block may answer about the one before as if it were the new one; absent: none does. */
  readonly takesBlockMs?: number;
  /** How often the node is asked for what is new; absent where asking costs nothing. */
  readonly poll?: Poll;
  /** Calls back when there may be something new, as a hint to look at once; returns how to end that. */
  news?(wake: (what: News) => void): () => void;
  /** What the node tells of by itself at the moment, as far as it has shown that it does. */
  readonly telling?: 'nothing' | 'blocks' | 'everything';
  /**
   * What waits for a block. `isIdle`: nobody of ours expects anything, so that what would cost many calls may be left out,
   * for good: a block will show it.
   */
  mempool(watch: () => Promise<Watch>, isIdle?: boolean): Promise<Mempool>;
  /** Builds and signs a payment. Nothing is sent. The same request gives a payment that spends the same. */
  readonly sign: (request: Request) => Promise<Signed>;
  /** Gives bytes to the network. Harmless for bytes that it has already. Throws Rejected if it will never take them. */
  broadcast(bytes: Uint8Array): Promise<void>;
  /** What the network knows of a transaction now. */
  statusOf(txid: string): Promise<TransactionStatus>;
  /** What we hold of an asset as of a block. Null if the node cannot tell: it has forgotten the block, or has another. */
  balance(asset: ChainAsset, holdings: Holdings, at: BlockRef): Promise<bigint | null>;
  /** What it costs to get into a block now, and the most that is ever paid, in the chain's own measure. */
  feeRate(): Promise<FeeRate>;
  /** What a payout of an asset usually costs at a rate, in units of the native coin; null: as the catalogue says. */
  usualCost(asset: ChainAsset, rate: bigint): bigint | null;
  /** Looks at each node and token by itself, whatever the others say: for an operator who wants to know. */
  examine?(patient: ExaminedChain): Promise<readonly Examination[]>;
}

/** Transfers use up whole coins, and one transaction can pay many. */
export interface CoinChain extends ChainBase<CoinRequest> {
  readonly spending: 'coins';
  /**
   * Those of some coins that are spent, in a block or by what waits, as of a block. Null if the node is not at that block.
   * For coins that are in the chain as far as it has been followed.
   */
  spent(coins: readonly Coin[], at: BlockRef): Promise<readonly SpentCoin[] | null>;
  /** If the operator wants it: how deposits that no block takes are helped along. */
  readonly helper?: Helper | undefined;
}

/** Each address is an account, whose transactions pay one receiver each. There are three kinds, by how attempts exclude each other. */
export type AccountChain = NonceChain | ExpiryChain | DurableChain;

/** One of any kind, by what it is asked to sign: for what is done alike on all. */
export type AccountChainOf<Request extends AccountRequest, Signed extends SignedPayment> = AccountChain &
  AccountBase<Request, Signed>;

/** What all kinds have in common. */
export interface AccountBase<Request extends AccountRequest, Signed extends SignedPayment = SignedPayment>
  extends ChainBase<Request, Signed> {
  readonly spending: 'account';
  /** True if what lies on deposit addresses must be brought to the treasury to be paid out. */
  readonly needsSweeping: boolean;
  /** What each of these addresses holds of an asset as of a block. Null as for `balance`. */
  accountBalances(
    addresses: readonly string[],
    asset: ChainAsset,
    at: BlockRef,
  ): Promise<readonly bigint[] | null>;
  /** What a transfer of an asset costs at most, in units of the native coin. */
  transferCost(asset: ChainAsset, rate: bigint): bigint;
  /**
   * What it would cost now to bring in what an address holds of an asset, where that depends on the address: on what was
   * staked for it. Absent, or null: as `transferCost` says.
   */
  sweepCost?(address: string, asset: ChainAsset, rate: bigint): Promise<bigint | null>;
  /** Who lends addresses what their transactions take, so that nothing is burnt for it. Absent: nobody. */
  readonly lender?: Lender | undefined;
}

/** Its transactions are numbered: of all that have the same nonce, one at most is ever in a block. */
export interface NonceChain extends AccountBase<NonceRequest> {
  readonly excluding: 'nonce';
  /** The nonce that the address's next transaction takes, as far as blocks tell. */
  nextNonce(address: string): Promise<number>;
  /** The same, with what waits for a block, as far as the node tells. */
  nextNonceWaiting(address: string): Promise<number>;
}

/**
 * Its transactions have no numbers, but expire: nothing keeps two of them from being mined both, until the chain has passed
 * the expiry of the first without it.
 */
export interface ExpiryChain extends AccountBase<AccountRequest, ExpiringPayment> {
  readonly excluding: 'expiry';
  /**
   * Those of some attempts that never can be in a block any more, as of a block that is final: no block after it may take
   * them, and none has. The chain's own answer, from its blocks; none of them where it cannot tell, or has not that block.
   */
  passedWithout(attempts: readonly ExpiringAttempt[], settled: BlockRef): Promise<readonly string[]>;
  /** Whether a final block has a transaction that came to nothing there: only its fee was paid. */
  hasFailed(txid: string): Promise<boolean>;
}

/**
 * Its transactions name a nonce account of the treasury and the value that this holds: each use gives it another value, also one
 * that fails, so that of all that name the same, one at most is ever in a block. The treasury pays the fee of all, whoever
 * pays. What opens such accounts names none, and expires. What is final is not undone.
 */
export interface DurableChain
  extends AccountBase<DurableRequest | OpeningRequest, SignedPayment | ExpiringPayment> {
  readonly excluding: 'durable nonce';
  /** The address of nonce account n of the treasury, from 0: derived, the same for ever. */
  nonceAccount(n: number): Promise<string>;
  /** What some nonce accounts hold, as final blocks have it; null for one that is not there. */
  nonceValues(accounts: readonly string[]): Promise<readonly (string | null)[]>;
  /** The same, with blocks that are not final, and what waits as far as the node tells; null also where nodes differ about that. */
  nonceValuesWaiting(accounts: readonly string[]): Promise<readonly (string | null)[]>;
  /** What a nonce account keeps as long as it is open, in units of the native coin. */
  readonly nonceRent: bigint;
  /** With less than this of the native coin, and more than nothing, no address can be left. */
  readonly leastLeft: bigint;
  /** How many accounts one transaction can open. */
  readonly mostOpened: number;
  /** From how many addresses one transaction can bring in an asset. */
  mostSwept(asset: ChainAsset): number;
  /** As on an ExpiryChain: for what opens nonce accounts. */
  passedWithout(attempts: readonly ExpiringAttempt[], settled: BlockRef): Promise<readonly string[]>;
}

/** A nonce account, which of the treasury's it is, and the value that it holds. */
export interface DurableNonce {
  readonly number: number;
  readonly account: string;
  readonly value: string;
}

/** An attempt, and when it expires in the chain's own measure. */
export interface ExpiringAttempt {
  readonly txid: string;
  readonly expiresAt: number;
}

export type News = 'block' | 'transaction';

/** The least time between two looks at a chain, in seconds. */
export interface Poll {
  /** While something is under way: orders that wait for a deposit, transfers that wait for confirmations. */
  readonly busyS: number;
  /** While nothing is, or while the node tells of what is new by itself. */
  readonly idleS: number;
  /** Asking costs nothing: nothing is left out, whatever is expected. */
  readonly isFree?: boolean;
}

/** What is to be examined. */
export interface ExaminedChain {
  readonly assets: readonly (ChainAsset & { readonly decimals: number })[];
  /** The block that was followed last; null if none was. */
  readonly followed: number | null;
  /** Unix seconds. */
  readonly now: number;
}

/** What was found about a node or a token. */
export interface Examination {
  readonly what: string;
  readonly facts: string;
  /** What to do about it; null if all is well. */
  readonly advice: string | null;
}

/** A transaction that spends one which waits makes a block take both, if it pays enough for both. */
export interface Helper {
  /** Deposits that have waited for so long are helped. */
  readonly waitS: number;
  /** They must be worth so many times what it costs, in 10^-18. */
  readonly worth: bigint;
  /** The most that is paid for one, in units of the coin; null: as it comes. */
  readonly mostUnits: bigint | null;
  /** What it costs for a block to take a waiting coin at this rate; null if it need not or cannot be helped. */
  price(coin: Coin, rate: bigint): Promise<HelpPrice | null>;
}

export interface HelpPrice {
  /** What the transaction that helps must pay, for itself and for what it helps. */
  readonly feeUnits: bigint;
  /** The same as a rate of its own. */
  readonly feeRate: bigint;
  /** True if whoever sent the coin may still replace it. */
  readonly isReplaceable: boolean;
}

/** True if an address may be ours, in whatever case it is written: never wrong about one that is. */
export interface Watch {
  (address: string): boolean;
  /** The same of an address as blocks write it, where that is not as people do. Absent: it has to be rewritten to be asked about. */
  readonly asInBlocks?: (written: string) => boolean;
}

export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

export interface Block extends BlockRef {
  readonly parent: string;
  /** The time that the block states, Unix seconds. */
  readonly minedAt: number;
  readonly transactions: readonly Transaction[];
  /** Assets that have kept a part of a transfer to us: what is sent of them is not what arrives. */
  readonly feeTakers?: readonly number[];
}

export interface Mempool {
  readonly has: (txid: string) => boolean;
  /** Those that have not been noted before, at least. */
  readonly transactions: readonly Transaction[];
  /** To be called when these are in the store: they need not be told again as long as they wait. */
  noted(): void;
}

export interface Transaction {
  readonly txid: string;
  /** Who paid; empty where the chain does not tell of all. */
  readonly sources: readonly string[];
  /** What it uses up, in the form of `Coin.spend`; empty where that is nobody's business. */
  readonly spends: readonly string[];
  readonly transfers: readonly Transfer[];
  /** What whoever sent it says with it, and keys by which somebody finds it again, where chains have these and the family reads them. */
  readonly memo?: string;
  readonly references?: readonly string[];
  /** Confirmations without which nobody can spend what it brings, where there is such a rule: new coins, for one. */
  readonly maturity?: number;
  /** In a block, but nothing came of it: only its fee was paid. */
  readonly isFailed?: boolean;
  /**
   * What it cost, in units of the native coin, where that is known only afterwards: with what it put into accounts of others, less
   * what accounts gave back that it closed. It may have brought more than it cost.
   */
  readonly feeUnits?: bigint;
}

/** A movement of one asset to one address. */
export interface Transfer {
  readonly index: number;
  readonly address: string;
  readonly assetId: number;
  readonly units: bigint;
}

export interface ChainAsset {
  readonly id: number;
  readonly abbr: string;
  readonly contract: string | null;
}

/** Where what we hold lies, as far as we know: coins, or addresses other than the treasury's. */
export interface Holdings {
  readonly coins: readonly Coin[];
  readonly addresses: readonly string[];
}

/** A coin of ours that can be spent. */
export interface Coin {
  /** Unique for ever: txid:index. */
  readonly spend: string;
  readonly address: string;
  readonly assetId: number;
  readonly units: bigint;
  /** True if no block has it yet. */
  readonly isWaiting?: boolean;
}

/** A coin that a transaction uses up. */
export interface SpentCoin {
  readonly spend: string;
  /** By which; null if the node cannot tell. */
  readonly txid: string | null;
  /** True if no block has that transaction yet. */
  readonly isWaiting: boolean;
}

export interface Payee {
  readonly address: string;
  readonly memo: string | null;
  readonly assetId: number;
  readonly units: bigint;
  /** The payout that it is, by a name that says the same in every copy of the store; none if it stays with us. */
  readonly payout?: string;
}

export interface FeeRate {
  readonly now: bigint;
  readonly most: bigint;
  /** By how much a replacement must pay more at least, where that is not a share of what is replaced. */
  readonly step?: bigint;
}

/** What every payment says: whom it pays, and at which fee. */
export interface PaymentRequest {
  readonly payees: readonly Payee[];
  /** In the measure of `feeRate`. */
  readonly feeRate: bigint;
}

export interface CoinRequest extends PaymentRequest {
  /** Those that may be spent. A replacement names just the ones it takes over. */
  readonly coins: readonly Coin[];
  /** True if it must spend all the coins named: it replaces a payment that did. */
  readonly spendAll: boolean;
}

export interface AccountRequest extends PaymentRequest, PayingAccount {
  readonly payees: readonly [Payee];
  /** It pays nothing: the source lends the payee so many units that are staked there, or takes them back. */
  readonly lends?: Lending;
}

export interface NonceRequest extends AccountRequest, AccountNonce {}

/** From the treasury, or from a deposit address; what lies there goes to the treasury whole, as that pays the fee. */
export interface DurableRequest extends AccountRequest {
  readonly durable: DurableNonce;
  /** Of a sweep: from where else it brings in. */
  readonly gathers?: readonly Gathered[];
}

/** Another address that a sweep brings in from, and how much of what the payee gets is from there; the source gives the rest. */
export interface Gathered {
  readonly source: string;
  readonly units: bigint;
}

/** Opens nonce accounts of the treasury. The payee is the first of them, and gets the rent of all. Harmless twice: one that is there is not opened again. */
export interface OpeningRequest extends AccountRequest {
  readonly opens: readonly number[];
}

export interface PayingAccount {
  /** The address of ours that pays. */
  readonly source: string;
}

/** What a payment of an account uses up, where its transactions are numbered. */
export interface AccountNonce extends PayingAccount {
  readonly nonce: number;
}

export interface SignedPayment {
  readonly txid: string;
  readonly bytes: Uint8Array;
  /** The most that it costs; on chains of coins, just that. */
  readonly feeUnits: bigint;
  /** What it uses up: coins, the account's nonce, a nonce account's value (`durable.ts`), or where it expires nothing but itself (`expiry.ts`). */
  readonly spends: readonly string[];
  /** The addresses of ours that it pays from. */
  readonly sources: readonly string[];
}

/** It expires: from then on no block may take it. The chain chooses when, in its own measure, and its bytes say so. */
export interface ExpiringPayment extends SignedPayment, ExpiringAttempt {}

/** `unknown` is no answer: the transaction may be anywhere. Ask again, or send the same bytes again. */
export type TransactionStatus =
  | { readonly state: 'unknown' }
  | { readonly state: 'waiting' }
  | { readonly state: 'mined'; readonly block: BlockRef };
