import type { DurableNonce } from './chain.ts';
import type { AddressSpace } from './family.ts';

/**
 * Who holds the keys. A plan says everything that a transaction does, so that a signer which trusts nobody can compare
 * it with the orders before it signs. The same plan gives the same transaction.
 */
export interface Signer {
  sign(plan: SigningPlan): Promise<SignedBytes>;
}

export interface SignedBytes {
  readonly txid: string;
  readonly bytes: Uint8Array;
}

export type SigningPlan = CoinsPlan | EvmPlan | ExpiringPlan | SolanaPlan;

interface Plan {
  readonly chainId: number;
  /** Whose keys: the addresses below are of this space. */
  readonly space: AddressSpace;
}

/** A transaction of the Bitcoin family. What the inputs have more than the outputs is the fee. */
export interface CoinsPlan extends Plan {
  readonly kind: 'coins';
  readonly inputs: readonly {
    readonly txid: string;
    readonly index: number;
    readonly units: bigint;
    /** Ours. */
    readonly address: string;
  }[];
  readonly outputs: readonly { readonly address: string; readonly units: bigint }[];
}

/** A transaction of the EVM family: a payment of the native coin, or of a token where there is a contract. */
export interface EvmPlan extends Plan {
  readonly kind: 'evm';
  /** EIP-155. */
  readonly evmChainId: number;
  /** Ours. */
  readonly from: string;
  readonly nonce: number;
  readonly payee: string;
  readonly contract: string | null;
  readonly units: bigint;
  readonly gas: bigint;
  readonly fee:
    | { readonly type: 'eip1559'; readonly maxFee: bigint; readonly maxPriorityFee: bigint }
    | { readonly type: 'legacy'; readonly gasPrice: bigint };
}

/**
 * A transaction of an account without nonces, which expires: a payment of the native coin, or of a token where there is a
 * contract.
 */
export interface ExpiringPlan extends Plan {
  readonly kind: 'expiring';
  /** Ours. */
  readonly from: string;
  readonly payee: string;
  readonly contract: string | null;
  readonly units: bigint;
  /** The most that it costs. */
  readonly feeUnits: bigint;
  /** Of that, what a token's contract may burn: its bytes say so. Nothing where there is no contract. */
  readonly callFeeUnits: bigint;
  /** In the chain's own measure: its bytes say so, and no block takes them afterwards. */
  readonly expiresAt: number;
  /** The hash of a block: it is good on that block's fork alone. */
  readonly reference: string;
  /** Makes two that are otherwise alike differ. */
  readonly salt: string;
  /** It pays nothing, but lends the payee the energy of so many units, or takes it back. Whoever signs is not who lends. */
  readonly loan?: PlannedLoan;
}

/** Of whose stake, by which permission that this account has given to whoever signs. */
export interface PlannedLoan {
  readonly account: string;
  readonly permission: number;
  readonly isBack: boolean;
}

/**
 * A transaction of Solana: a payment of the native coin, or of a token where there is a mint, that names a nonce account; or, where it
 * opens some, one that expires.
 */
export interface SolanaPlan extends Plan {
  readonly kind: 'solana';
  /** The treasury, which pays the fee of all and has the say over its nonce accounts. */
  readonly feePayer: string;
  /** Ours. */
  readonly from: string;
  /** A wallet; of an opening: the first nonce account. */
  readonly payee: string;
  /** The mint. */
  readonly contract: string | null;
  /** Of an opening: the rent of all that it opens. */
  readonly units: bigint;
  readonly decimals: number;
  /** Which of the two token programs the mint belongs to. */
  readonly isToken2022: boolean;
  readonly durable: DurableNonce | null;
  /** The numbers of the nonce accounts that it opens. */
  readonly opens: readonly number[];
  /** True if it opens the receiver's token account, should there be none. */
  readonly createsAccount: boolean;
  /** True if it closes the token account that it empties: its rent goes to whoever pays the fee. */
  readonly closesAccount: boolean;
  /** Of a sweep: deposit addresses beside the first, which give their own to the same payee. */
  readonly gathers: readonly SolanaGathered[];
  readonly computeLimit: number;
  /** In millionths of a lamport for each unit of compute. */
  readonly priorityFee: bigint;
  /** Of an opening alone: until when a block may take it. */
  readonly expiring: { readonly blockhash: string; readonly lastValid: number } | null;
}

export interface SolanaGathered {
  /** Ours. */
  readonly from: string;
  readonly units: bigint;
  readonly closesAccount: boolean;
}

/** The private key of an address of ours; throws if it is not ours. */
export type KeyOf = (space: AddressSpace, address: string) => Promise<Uint8Array>;
