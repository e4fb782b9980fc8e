import type { UnpaidPayout } from './facts.ts';

/** A movement that a plan makes. */
export interface Movement {
  readonly assetId: number;
  readonly address: string;
  readonly units: bigint;
}

/** Those of some payouts that an account may pay: what screening stopped is given back by the address that it came to alone. */
export function payableFrom(
  from: string,
  treasury: string,
  payouts: readonly UnpaidPayout[],
): readonly UnpaidPayout[] {
  // What was signed before is replaced by whoever it was signed for.
  return payouts.filter(
    ({ origin, signedFrom }) => from === (origin ?? treasury) || signedFrom.includes(from),
  );
}

/**
 * The payout that each movement pays, none twice; null for a movement that pays none. A payout may be paid if it is due
 * and nothing was signed for it yet, or if all that was signed for it spends something that this plan spends too: then
 * at most one of them is ever mined.
 */
export function matchPayouts(
  movements: readonly Movement[],
  payouts: readonly UnpaidPayout[],
  spends: readonly string[],
): (UnpaidPayout | null)[] {
  const spent = new Set(spends);
  // A payment that is replaced first: of two equal payouts the one that was signed before is meant.
  const open = payouts
    .filter((payout) => mayBePaid(payout, spent))
    .sort((a, b) => b.earlier.length - a.earlier.length || a.id - b.id);
  return movements.map((movement) => {
    const at = open.findIndex((payout) => isPaidBy(payout, movement));
    return at < 0 ? null : (open.splice(at, 1)[0] as UnpaidPayout);
  });
}

/** Whether a movement is what a payout asks for. */
export function isPaidBy(payout: UnpaidPayout, { assetId, address, units }: Movement): boolean {
  return payout.assetId === assetId && payout.address === address && payout.units === units;
}

function mayBePaid({ isDue, isSigned, earlier }: UnpaidPayout, spent: ReadonlySet<string>): boolean {
  const excludesAll = earlier.every((spends) => spends.some((spend) => spent.has(spend)));
  return excludesAll && (isDue || (isSigned && earlier.length > 0));
}
