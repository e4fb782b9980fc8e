import { QUOTE_LIFETIME_S } from '@swapdesk/contract';
import type { Settings } from '../catalog/settings.ts';

/**
 * A fixed deposit that was seen in time must be in a block at most this much later. Without such an end, a transfer at
 * the lowest fee would be an option on the rate, for as long as its sender likes.
 */
export const MINED_GRACE_S = 3_600;

/** For how long whoever has a fixed price may take it or leave it: a transfer may be mined, or taken back, until that is over. */
export function fixedWaitS({ fixed_lifetime_s }: Settings): number {
  return QUOTE_LIFETIME_S + fixed_lifetime_s + MINED_GRACE_S;
}
