import type { FeeRate } from '../chain.ts';

/** Rates in units per thousand virtual bytes. */
export interface CoinFeePolicy {
  /** Within how many blocks a payment should be taken. */
  readonly targetBlocks: number;
  /** Never less, even if the node says that less would do. */
  readonly floor: bigint;
  /** Never more, not even to replace a payment that is stuck. */
  readonly cap: bigint;
  /** Where the node has no idea: it has just started, or sees too few transactions. */
  readonly fallback: bigint;
}

/** The rate to pay now: the node's estimate within the operator's bounds, and never below what the node would relay. */
export function feeRateOf(
  { estimate, least }: { readonly estimate: bigint | null; readonly least: bigint },
  { floor, cap, fallback }: CoinFeePolicy,
): FeeRate {
  if (least > cap) {
    throw new Error(
      `The node relays nothing below ${least} units per kvB just now, and the cap is ${cap}: raise the cap or wait`,
    );
  }
  const wanted = [estimate ?? fallback, floor, least].reduce((a, b) => (a > b ? a : b));
  // Nodes ask as much more for a replacement as they ask for any transaction: both default to the same rate.
  return { now: wanted < cap ? wanted : cap, most: cap, step: least };
}
