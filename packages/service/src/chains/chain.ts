/**
 * The port to a chain: all that the engine knows of one, whatever its family. An implementation talks to a node or an
 * endpoint; it keeps nothing that must survive a crash. Whatever it is asked twice it answers twice: every call may be
 * repeated, and every answer may be lost, late or wrong. What decides money is compared with the store first.
 */
export interface Chain {
  readonly id: number;
  readonly name: string;
  /**
   * How what we hold is spent. `coins`: transfers use up whole coins, and one transaction can pay many.
   * `account`: one treasury address, whose transactions are numbered and pay one receiver each.
   */
  readonly spending: 'coins' | 'account';
  /** Blocks on top of a transfer's own, itself included, until it counts. */
  readonly confirmations: number;

  /** The newest block. */
  tip(): Promise<BlockRef>;
  /** The block at a height of the chain as the node sees it now; null if there is none yet. */
  block(height: number): Promise<Block | null>;
  /** Transactions that wait for a block. */
  mempool(): Promise<readonly Transaction[]>;
  /** Builds and signs a payment. Nothing is sent. The same request gives a payment that spends the same. */
  sign(request: PaymentRequest): Promise<SignedPayment>;
  /** Gives bytes to the network. Harmless for bytes that it has already. Throws Rejected if it will never take them. */
  broadcast(bytes: Uint8Array): Promise<void>;
  /** What the network knows of a transaction now. */
  fate(txid: string): Promise<Fate>;
  /** What all our addresses hold of an asset as of a block. The node may have forgotten old blocks: null. */
  balance(asset: ChainAsset, at: BlockRef): Promise<bigint | null>;
  /** What a transaction costs now, in units of the native coin per payout. */
  feeUnits(): Promise<bigint>;
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
}

export interface Transaction {
  readonly txid: string;
  /** Who paid, as far as the chain tells. */
  readonly sources: readonly string[];
  /** What it uses up, in the form of `Coin.spend`; empty where that is nobody's business. */
  readonly spends: readonly string[];
  readonly transfers: readonly Transfer[];
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

/** A coin of ours that can be spent. */
export interface Coin {
  /** Unique for ever: txid:index. */
  readonly spend: string;
  readonly address: string;
  readonly assetId: number;
  readonly units: bigint;
}

export interface Payee {
  readonly address: string;
  readonly memo: string | null;
  readonly assetId: number;
  readonly units: bigint;
}

export interface PaymentRequest {
  readonly payees: readonly Payee[];
  /** On chains of coins: those that may be spent. A replacement names just the ones it takes over. */
  readonly coins: readonly Coin[];
  /** On chains of accounts: the number that the transaction takes. */
  readonly nonce: number | null;
  /** In units of the native coin, for the whole transaction. */
  readonly feeUnits: bigint;
  /** True if it must spend all the coins named: it replaces a payment that did. */
  readonly spendAll: boolean;
}

export interface SignedPayment {
  readonly txid: string;
  readonly bytes: Uint8Array;
  readonly feeUnits: bigint;
  /** What it uses up: coins, or the treasury's number. */
  readonly spends: readonly string[];
  /** The addresses of ours that it pays from. */
  readonly sources: readonly string[];
}

/** `unknown` is no answer: the transaction may be anywhere. Ask again, or send the same bytes again. */
export type Fate =
  | { readonly state: 'unknown' }
  | { readonly state: 'waiting' }
  | { readonly state: 'mined'; readonly block: BlockRef };

/** The network will not take these bytes, now or ever: they are malformed, or what they spend is spent. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
}

/** There is not enough to pay with right now. */
export class NotEnough extends Error {
  override readonly name = 'NotEnough';
}
