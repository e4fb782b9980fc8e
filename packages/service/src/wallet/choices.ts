import type { AddressKind, AddressSpace } from '../chains/family.ts';

/** What of the wallet is for an operator to choose; spaces without a choice are left out, and stay as they are. */
export interface WalletChoices {
  /** The kind of the deposit addresses that are given from now on. What was given before stays ours. */
  readonly kinds: Readonly<Partial<Record<AddressSpace, AddressKind>>>;
  /** Where the key of each treasury is, below the account of its space. */
  readonly treasuryPaths: Readonly<Partial<Record<AddressSpace, string>>>;
}

/** Nothing is chosen: every space has its usual addresses, and its treasury where it is. */
export const NO_CHOICES: WalletChoices = { kinds: {}, treasuryPaths: {} };
