import type { ExpiringAttempt, ExpiryChain } from '../chains/chain.ts';
import { type Expiring, hasPassed } from '../chains/expiry.ts';
import type { HasPassed } from '../engine/payments/signed-before.ts';
import { PlanRefused } from './refusals.ts';

/**
 * What a signer asks about a chain for itself, of a node that it has: neither the store nor whoever wants something signed
 * has a say in it.
 */
export interface ChainWitness {
  /**
   * Whether an attempt never will pay anybody: the chain has passed its expiry for good, and none of its blocks has it; or a
   * final block has it, and it came to nothing. Throws if it does not answer.
   */
  hasPassed(attempt: ExpiringAttempt): Promise<boolean>;
}

/** By chain; none for a chain of which the signer has no node. */
export type Witnesses = ReadonlyMap<number, ChainWitness>;

/** The chain itself, as a node of the signer's own shows it. */
export function witnessOf(chain: Expiring & Partial<Pick<ExpiryChain, 'hasFailed'>>): ChainWitness {
  return {
    hasPassed: async (attempt) =>
      (await hasPassed(chain, attempt)) || ((await chain.hasFailed?.(attempt.txid)) ?? false),
  };
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

/** What has to be asked before a decision can be made. */
class Unasked extends Error {
  readonly chainId: number;
  readonly attempt: ExpiringAttempt;

  constructor(chainId: number, attempt: ExpiringAttempt) {
    super(`whether ${attempt.txid} has expired was not asked yet`);
    this.chainId = chainId;
    this.attempt = attempt;
  }
}

/**
 * What witnesses have said for one decision. A decision holds the switch, and a node may be slow to answer: one that lacks an
 * answer is given up, and made anew from the beginning once the answer is there.
 */
export class Testimony {
  private readonly ask: HasPassed;
  private readonly answers = new Map<string, boolean>();

  constructor(ask: HasPassed) {
    this.ask = ask;
  }

  /** For the decision: only what was asked before. */
  readonly hasPassed: HasPassed = async (chainId, attempt) => {
    const answer = this.answers.get(attempt.txid);
    if (answer === undefined) throw new Unasked(chainId, attempt);
    return answer;
  };

  /** Makes a decision, which changes nothing before it has all answers. */
  async during<T>(decide: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await decide();
      } catch (error) {
        if (!(error instanceof Unasked)) throw error;
        const { chainId, attempt } = error;
        this.answers.set(attempt.txid, await this.ask(chainId, attempt));
      }
    }
  }
}
