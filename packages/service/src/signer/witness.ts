import type { DurableChain, ExpiringAttempt, ExpiryChain } from '../chains/chain.ts';
import { durableSpend, type NonceValue } from '../chains/durable.ts';
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
  /**
   * Whether a nonce account of the treasury holds just this value, in final blocks; absent where there are no such accounts. Throws if
   * it does not answer.
   */
  holds?(nonce: NonceValue): Promise<boolean>;
}

/** By chain; none for a chain of which the signer has no node. */
export type Witnesses = ReadonlyMap<number, ChainWitness>;

/** The chain itself, as a node of the signer's own shows it. */
export function witnessOf(chain: WitnessedChain): ChainWitness {
  const ofExpired = async (attempt: ExpiringAttempt) =>
    (await hasPassed(chain, attempt)) || ((await chain.hasFailed?.(attempt.txid)) ?? false);
  if (chain.nonceValues === undefined) return { hasPassed: ofExpired };
  return {
    hasPassed: ofExpired,
    holds: async ({ account, value }) => (await chain.nonceValues?.([account]))?.[0] === value,
  };
}

type WitnessedChain = Expiring & Partial<Pick<ExpiryChain, 'hasFailed'> & Pick<DurableChain, 'nonceValues'>>;

/** What is asked of witnesses. */
export interface WitnessWord {
  readonly hasPassed: HasPassed;
  readonly holds: HoldsValue;
}

/** Whether a nonce account holds a value, as nodes of the signer's own have it. */
export type HoldsValue = (chainId: number, nonce: NonceValue) => Promise<boolean>;

/** Where nobody can be asked, nothing has passed, and nothing holds anything. */
export function askedOf(witnesses: Witnesses): WitnessWord {
  // Of this one alone: others behind it may need no witness.
  const unanswered = (what: string) => (error: Error) => {
    throw new PlanRefused(`${what}: ${error.message}`);
  };
  return {
    hasPassed: async (chainId, attempt) =>
      (await witnesses
        .get(chainId)
        ?.hasPassed(attempt)
        .catch(
          unanswered(
            `it was signed before, as ${attempt.txid}, and nobody can be asked now whether that has expired`,
          ),
        )) ?? false,
    holds: async (chainId, nonce) =>
      (await witnesses
        .get(chainId)
        ?.holds?.(nonce)
        .catch(unanswered(`nobody can be asked now what nonce account ${nonce.account} holds`))) ?? false,
  };
}

/** What has to be asked before a decision can be made. */
class Unasked extends Error {
  readonly what: string;
  readonly ask: () => Promise<boolean>;

  constructor(what: string, ask: () => Promise<boolean>) {
    super(`nobody was asked yet about ${what}`);
    this.what = what;
    this.ask = ask;
  }
}

/**
 * What witnesses have said for one decision. A decision holds the switch, and a node may be slow to answer: one that lacks an
 * answer is given up, and made anew from the beginning once the answer is there.
 */
export class Testimony {
  private readonly asked: WitnessWord;
  private readonly answers = new Map<string, boolean>();

  constructor(asked: WitnessWord) {
    this.asked = asked;
  }

  /** For the decision: only what was asked before. */
  readonly hasPassed: HasPassed = async (chainId, attempt) =>
    this.answered(attempt.txid, () => this.asked.hasPassed(chainId, attempt));

  readonly holds: HoldsValue = async (chainId, nonce) =>
    this.answered(durableSpend(nonce), () => this.asked.holds(chainId, nonce));

  private answered(what: string, ask: () => Promise<boolean>): boolean {
    const answer = this.answers.get(what);
    if (answer === undefined) throw new Unasked(what, ask);
    return answer;
  }

  /** Makes a decision, which changes nothing before it has all answers. */
  async during<T>(decide: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await decide();
      } catch (error) {
        if (!(error instanceof Unasked)) throw error;
        this.answers.set(error.what, await error.ask());
      }
    }
  }
}
