import { toHex } from './account.ts';
import { whole } from './answers.ts';
import type { TronNode } from './tron-node.ts';

/** What an account may use without paying for it: what it or others have staked for it, and what everybody has each day. */
export interface Resources {
  readonly energy: number;
  /** Of what is staked. */
  readonly bandwidth: number;
  /** What everybody has; not for activating others. */
  readonly freeBandwidth: number;
}

export async function readResources(node: TronNode, address: string): Promise<Resources> {
  const told = await node.wallet<Record<string, number>>('getaccountresource', { address: toHex(address) });
  return {
    energy: left(told.EnergyLimit, told.EnergyUsed),
    bandwidth: left(told.NetLimit, told.NetUsed),
    freeBandwidth: left(told.freeNetLimit, told.freeNetUsed),
  };
}

/** More may have been used than there is now: stakes can be taken back. */
function left(limit: unknown, used: unknown): number {
  return Math.max(0, whole(limit) - whole(used));
}
