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

export type SigningPlan = CoinsPlan | EvmPlan | ExpiringPlan;

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
}

/** The private key of an address of ours; throws if it is not ours. */
export type KeyOf = (space: AddressSpace, address: string) => Promise<Uint8Array>;
