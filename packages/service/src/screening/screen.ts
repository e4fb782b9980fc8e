/** The port to whoever knows which addresses money must not come from or go to. */

export interface Subject {
  readonly chainId: number;
  readonly chain: string;
  readonly address: string;
}

export interface Verdict {
  readonly isHit: boolean;
  /** For the operator: which list, which rule. */
  readonly detail: string;
}

/** Asks about an address. Throws if there is no answer: then nothing moves. */
export type Screen = (subject: Subject) => Promise<Verdict>;

export const CLEAR: Verdict = { isHit: false, detail: '' };
