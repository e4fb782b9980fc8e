/** A nonce account, as the store knows it. */
export interface KnownNonce {
  /** Null: it is not open. */
  readonly value: string | null;
  /**
   * What became of the value: no payment of ours uses it; one does that is not final; one has for good, or an operator has decided
   * what did.
   */
  readonly use: 'none' | 'under way' | 'used up';
}

/** What the chain says that it holds; null: it is not there. */
export interface ToldNonce {
  readonly final: string | null;
  /** With what is not final. */
  readonly newest: string | null;
}

/**
 * What is to be done with a nonce account. `free`: a payment may name it and this value. `closed`: it is to be opened. `busy`: it is
 * in use, or nobody can tell now. `unknown`: this value was used up by what the store does not know. `holds`: what the store is to
 * believe that it holds, if that is new.
 */
export interface NonceVerdict {
  readonly is: 'free' | 'closed' | 'busy' | 'unknown';
  readonly value: string | null;
  readonly holds?: string;
}

const BUSY: NonceVerdict = { is: 'busy', value: null };

/**
 * A value that the chain has and the store does not expect is fine only where a payment of the store has used up the one before, for
 * good. One that a payment of ours has used is what a node says that is behind. `isPast`: whether a payment of ours names a
 * value, or it is known to be used up.
 */
export function judgeNonce(
  known: KnownNonce,
  told: ToldNonce,
  isPast: (value: string) => boolean,
): NonceVerdict {
  if (known.use === 'under way') return BUSY;
  if (told.final === null) return known.value === null ? { is: 'closed', value: null } : BUSY;
  const isExpected = known.value === null || known.use === 'used up' || told.final === known.value;
  if (isPast(told.final)) {
    // In use by what is stored, though the value was not: or long gone, and the node is behind.
    return known.value === null ? { ...BUSY, holds: told.final } : BUSY;
  }
  if (!isExpected) return { is: 'unknown', value: known.value };
  const holds = told.final === known.value ? {} : { holds: told.final };
  // Behind what is final, or nobody can tell.
  if (told.newest === null || isPast(told.newest)) return BUSY;
  if (told.newest !== told.final) return { is: 'unknown', value: told.final, ...holds };
  return { is: 'free', value: told.final, ...holds };
}
