import type { CatalogueChain } from '../catalog/catalogue.ts';

/** What the signer itself knows of the things that a plan names; nothing of it is the word of whoever asks. */
export interface PlanFacts {
  readonly chain: Pick<CatalogueChain, 'id' | 'name' | 'space' | 'evmChainId'>;
  /** Ours on this chain, derived from the seed. */
  readonly treasury: string;
  readonly nativeAssetId: number;
  /** The assets of the chain that are contracts. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Of the addresses that the plan names, the deposit addresses whose keys we have. */
  readonly ours: ReadonlySet<string>;
  /** Of those, the ones on which something lies. */
  readonly holders: ReadonlySet<string>;
  /** Of the coins that the plan spends, the ones in our books, by what spends them. */
  readonly coins: ReadonlyMap<string, { readonly address: string; readonly units: bigint }>;
  /** Of the coins that the plan spends, deposits of orders that no block has taken yet. They may be spent to the treasury alone. */
  readonly waiting: ReadonlyMap<string, { readonly address: string; readonly units: bigint }>;
  /** Whose energy may be lent to deposit addresses, by the signer's own file. */
  readonly lender?: LenderRule | undefined;
  /** True if the signer can ask the chain itself whether it has passed what expires. */
  readonly isWitnessed: boolean;
  /** What is known of the value that the plan says its nonce account holds; null if it names none. */
  readonly nonce: NonceWord | null;
  /** Nothing is signed that expires later, in the chain's own measure. */
  readonly latestExpiry: number;
  /** What is still to be paid to the addresses that the plan names. */
  readonly payouts: readonly UnpaidPayout[];
}

/**
 * Nodes of the signer's own have said that the account holds it, now or when it was signed with first; they say that it holds something
 * else; or there is nobody to ask. The hash of a recent block would be taken for one as well, and would exclude nothing.
 */
export type NonceWord = 'witnessed' | 'contradicted' | 'unasked';

/** An account of the operator's, and the most of its stake that one loan may take, in units of the native coin. */
export interface LenderRule {
  readonly account: string;
  readonly most: bigint;
}

/** A payout that no block has paid yet, as far as the store knows. */
export interface UnpaidPayout {
  readonly id: number;
  /** By what says the same in every copy of the store. */
  readonly name: string;
  readonly assetId: number;
  readonly address: string;
  readonly units: bigint;
  /** True if it waits to be signed, its order is being served, and it is what the order promised. */
  readonly isDue: boolean;
  /** True if a payment of it is stored: that one may be replaced. */
  readonly isSigned: boolean;
  /** The deposit address that has to pay it, as screening stopped what came to it; null: the treasury does. */
  readonly origin: string | null;
  /** Which accounts were signed for to pay it before, by the signer's own record. */
  readonly signedFrom: readonly string[];
  /** What each transaction spends that was signed for it before, as long as that one might still be mined: it has not expired for good. */
  readonly earlier: readonly (readonly string[])[];
}
