import { KNOWN_CHAINS } from '../chains/known/known-chains.ts';
import { PlanRefused } from './refusals.ts';

/** The most that one transaction may cost unless the signer's file says otherwise, by chain, in whole coins of it. */
export const DEFAULT_FEE_CAPS: ReadonlyMap<string, string> = new Map(
  KNOWN_CHAINS.map(({ name, feeCap }) => [name, feeCap]),
);

/** A fee up to this part of the cap is fine whatever it moves; small payments are dear when a network is full. */
const SMALL = 10n;
/** Above that, it may be up to this part of what is moved. */
const MOST_SHARE = 10n;

/** Refuses a fee that no payment needs: a plan that burns money pays nobody we know. `moved` null: in another coin. */
export function checkFee(fee: bigint, cap: bigint, moved: bigint | null): void {
  if (fee > cap) throw new PlanRefused(`its fee of ${fee} units is above the cap of ${cap}`);
  if (moved !== null && fee * SMALL > cap && fee * MOST_SHARE > moved) {
    throw new PlanRefused(`its fee of ${fee} units is too large for the ${moved} that it moves`);
  }
}
