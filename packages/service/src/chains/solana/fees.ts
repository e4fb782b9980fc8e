import type { FeeRate } from '../chain.ts';
import type { Rpc } from './solana-rpc.ts';
import { lamports, unexpected } from './values.ts';

/** What may be offered beside the signatures, in millionths of a lamport for each unit of compute. */
export interface PriorityPolicy {
  /** Never less, whatever nodes say. */
  readonly floor: bigint;
  /** Never more, whatever nodes say: a wrong node must not burn the treasury. */
  readonly cap: bigint;
}

/** Of a hundred recent blocks so many took what paid this, or less. */
const PERCENTILE = 75;

/** What it took to get into most of the last blocks. */
export async function readFeeRate(rpc: Rpc, { floor, cap }: PriorityPolicy): Promise<FeeRate> {
  const recent = await rpc.call<unknown>('getRecentPrioritizationFees', [[]]);
  if (!Array.isArray(recent)) throw unexpected('a list of fees', recent);
  const fees = recent
    .map((each) => lamports((each as { prioritizationFee?: unknown } | null)?.prioritizationFee))
    .sort((a, b) => (a < b ? -1 : 1));
  const usual = fees[Math.floor(((fees.length - 1) * PERCENTILE) / 100)] ?? 0n;
  const now = usual < floor ? floor : usual > cap ? cap : usual;
  return { now, most: cap };
}
