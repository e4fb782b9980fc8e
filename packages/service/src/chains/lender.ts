/** An account of the operator's that lends what was staked there. It is no part of what we hold, and pays for lending itself. */
export interface Lender {
  readonly account: string;
  /**
   * What an address has to be lent to bring in what it has of an asset; null if burning is as cheap, or too little can be lent beside what
   * is `promised` to others.
   */
  offer(address: string, asset: { readonly id: number }, promised: bigint): Promise<Loan | null>;
  /** What is lent to an address now. */
  lentTo(address: string): Promise<bigint>;
}

/** Whether something is lent, or taken back. */
export type Lending = 'out' | 'back';

export interface Loan {
  /** In units of the native coin, that are staked. */
  readonly units: bigint;
  /** What the address needs of the native coin all the same. */
  readonly cost: bigint;
}
