/** A transaction that was signed, as the record has it: all that the store needs to take it up again. */
export interface RecordedPayment {
  /** Unix seconds, by the clock that all nodes share. */
  readonly at: number;
  /** The same by the clock of the machine that signed, where that counts. */
  readonly ownAt?: number;
  readonly chainId: number;
  readonly txid: string;
  /** Hexadecimal. */
  readonly bytes: string;
  readonly spends: readonly string[];
  readonly sources: readonly string[];
  /** On chains of accounts: who pays, under which nonce where they have any. */
  readonly source: string | null;
  readonly nonce: number | null;
  /** From where else it brings in, and how much of what it moves. */
  readonly gathers?: readonly { readonly source: string; readonly units: string }[];
  /** Where it expires: when, in the chain's own measure. Until its chain has passed that without it, nothing else is signed. */
  readonly expiresAt?: number;
  /** True if nodes of the signer's own have said that the nonce account held the value that it uses up. */
  readonly isWitnessed?: boolean;
  /** In units of the native coin. */
  readonly feeUnits: string;
  readonly feeRate: string;
  readonly purpose: string;
  readonly payouts: readonly RecordedPayout[];
  /** What it moves between addresses of ours, if it carries no payouts. */
  readonly moved: Omit<RecordedPayout, 'name'> | null;
  /** Coins that it brings in, as in `OwnTransfer`. */
  readonly coins: readonly string[];
  /** What it lets go of, by asset, where somebody counts that against limits. */
  readonly amounts?: Readonly<Record<string, string>>;
}

/** Whom a transaction pays, by a name that says the same in every copy of the store. */
export interface RecordedPayout {
  readonly name: string;
  readonly assetId: number;
  readonly address: string;
  readonly units: string;
}

/** What else a record says. */
export type RecordedFact =
  | { readonly kind: 'begun'; readonly id: string }
  | ({ readonly kind: 'signed' } & RecordedPayment)
  /** Signed, but given to nobody: the store refused it. */
  | { readonly kind: 'dropped'; readonly chainId: number; readonly txid: string }
  /** Deposit addresses below this number may have been given to somebody. */
  | { readonly kind: 'addresses'; readonly space: string; readonly upTo: number }
  /** How the kill switch stood when it had been turned so often. */
  | {
      readonly kind: 'switch';
      readonly turn: number;
      readonly stop: { readonly at: number; readonly reason: string } | null;
    }
  | { readonly kind: 'held'; readonly hold: string; readonly why: string; readonly at: number }
  | { readonly kind: 'goes on'; readonly hold: string; readonly at: number };
