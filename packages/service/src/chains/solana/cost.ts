import type { SolanaPlan } from '../signer.ts';
import { TOKEN_RENT } from './rent.ts';

/** What the network takes for each signature, in lamports. */
export const PER_SIGNATURE = 5_000n;
const MICRO = 1_000_000n;

/** Compute that payments are given unless a node says that they need less or more: with the nonce, and an account to open. */
export const USUAL_COMPUTE = { native: 1_500, token: 60_000 } as const;
/** No payment is given more, whatever a node says. */
export const MOST_COMPUTE = { native: 3_000, token: 120_000 } as const;
/** So many deposit addresses a transaction has room for: each signs, and names itself and its token account. */
export const MOST_SWEPT = { native: 8, token: 5 } as const;
/** What opening a nonce account takes. */
export const OPENING_COMPUTE = 1_000;

/** What is offered beside the signatures: rounded up, as the network does. */
export function priorityCost(computeLimit: number, microLamports: bigint): bigint {
  return (BigInt(computeLimit) * microLamports + MICRO - 1n) / MICRO;
}

/**
 * The most that a plan costs the treasury, by what its bytes say: signatures, priority, and what the receiver's token account keeps if it
 * has to be opened. Without what it puts into nonce accounts, which stays ours.
 */
export function costOf(
  plan: Pick<
    SolanaPlan,
    'feePayer' | 'from' | 'gathers' | 'computeLimit' | 'priorityFee' | 'createsAccount' | 'isToken2022'
  >,
): bigint {
  const signatures = BigInt((plan.from === plan.feePayer ? 1 : 2) + plan.gathers.length);
  const rent = plan.isToken2022 ? TOKEN_RENT.extended : TOKEN_RENT.plain;
  const priority = priorityCost(plan.computeLimit, plan.priorityFee);
  return signatures * PER_SIGNATURE + priority + (plan.createsAccount ? rent : 0n);
}
