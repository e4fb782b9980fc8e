import type { ExpiringAttempt } from '../chains/chain.ts';
import { type Expiring, hasPassed } from '../chains/expiry.ts';
import type { HasPassed } from '../engine/payments/signed-before.ts';
import { PlanRefused } from './refusals.ts';

/**
 * What a signer asks about a chain for itself, of a node that it has: neither the store nor whoever wants something signed
 * has a say in it.
 */
export interface ChainWitness {
  /** Whether the chain has passed the expiry of an attempt for good, and none of its blocks has it. Throws if it does not answer. */
  hasPassed(attempt: ExpiringAttempt): Promise<boolean>;
}

/** By chain; none for a chain of which the signer has no node. */
export type Witnesses = ReadonlyMap<number, ChainWitness>;

/** The chain itself, as a node of the signer's own shows it. */
export function witnessOf(chain: Expiring): ChainWitness {
  return { hasPassed: (attempt) => hasPassed(chain, attempt) };
}

/** Where nobody can be asked, nothing has passed. */
export function askedOf(witnesses: Witnesses): HasPassed {
  return async (chainId, attempt) => {
    const witness = witnesses.get(chainId);
    if (witness === undefined) return false;
    return witness.hasPassed(attempt).catch((error: Error) => {
      // Of this one alone: others behind it may need no witness.
      throw new PlanRefused(
        `it was signed before, as ${attempt.txid}, and nobody can be asked now whether that has expired: ${error.message}`,
      );
    });
  };
}
