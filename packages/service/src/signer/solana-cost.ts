import type { SolanaPlan } from '../chains/signer.ts';

/** In lamports. */
const PER_SIGNATURE = 5_000n;
/** What a token account of the larger kind keeps. */
const MOST_TOKEN_RENT = 2_157_600n;
const MICRO = 1_000_000n;

/** The most that a plan costs the treasury, by what its bytes say, without what it puts into nonce accounts of its own. */
export function solanaCost({
  from,
  feePayer,
  computeLimit,
  priorityFee,
  createsAccount,
}: SolanaPlan): bigint {
  const signatures = from === feePayer ? 1n : 2n;
  const priority = (BigInt(computeLimit) * priorityFee + MICRO - 1n) / MICRO;
  return signatures * PER_SIGNATURE + priority + (createsAccount ? MOST_TOKEN_RENT : 0n);
}
