import type { Asset } from '../catalog/catalogue.ts';
import { fromUnits } from '../money/units.ts';
import { LimitReached, PlanRefused } from './refusals.ts';

/** How much of an asset may be signed away; null where there is no such limit. */
export interface Limit {
  /** For errors, as in `Ethereum:USDT`. */
  readonly name: string;
  readonly decimals: number;
  readonly perTransaction: bigint | null;
  readonly perHour: bigint | null;
}

/** By asset: all that may be signed for. */
export type SigningLimits = ReadonlyMap<number, Limit>;

/** An asset that may be signed for, however much of it. */
export function unlimited({ id, chain, abbr, decimals }: Asset): [assetId: number, limit: Limit] {
  return [id, { name: `${chain.name}:${abbr}`, decimals, perTransaction: null, perHour: null }];
}

export const HOUR_S = 3_600;

/** The first, and as many that take its place as engines make. */
const MOST_UNSEEN = 6;

/** Refuses to sign for payouts again and again with the value of a nonce account of which nobody but the engine says that it is one. */
export function checkUnseen(times: number, spends: readonly string[], chain: string): void {
  if (times < MOST_UNSEEN) return;
  throw new PlanRefused(
    `${MOST_UNSEEN} were signed with ${spends.join(', ')}, and this signer has no node of ${chain} that it could ask whether that is ` +
      'what a nonce account holds: give it one (docs/operators.md, "Keys in a process of their own")',
  );
}

/** Refuses amounts that are too much at once, or together with what was signed within the last hour. */
export function checkLimits(
  amounts: ReadonlyMap<number, bigint>,
  limits: SigningLimits,
  lastHour: ReadonlyMap<number, bigint>,
): void {
  for (const [assetId, units] of amounts) {
    const limit = limits.get(assetId);
    // What is not listed is not signed, whatever the store calls it.
    if (limit === undefined) throw new PlanRefused(`asset ${assetId} is none that this signer knows`);
    const { name, decimals, perTransaction, perHour } = limit;
    const text = (amount: bigint) => fromUnits(amount, decimals);
    if (perTransaction !== null && units > perTransaction) {
      throw new LimitReached(
        `${text(units)} ${name} are above the ${text(perTransaction)} of one transaction`,
      );
    }
    const before = lastHour.get(assetId) ?? 0n;
    if (perHour !== null && before + units > perHour) {
      throw new LimitReached(
        `${text(units)} ${name} and the ${text(before)} of the last hour are above the ${text(perHour)} of an hour`,
      );
    }
  }
}
