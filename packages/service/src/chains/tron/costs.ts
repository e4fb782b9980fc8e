import type { ChainParameters } from './chain-parameters.ts';
import type { Resources } from './resources.ts';

/** What a transaction takes of the network. */
export interface Needs {
  /** Its length with the room that the network keeps for its result. */
  readonly bytes: number;
  readonly energy: number;
  /** True if it pays TRX to an account that was never used. */
  readonly activates: boolean;
}

/** A call is simulated at another moment than it is made: what it takes may have grown by a quarter. */
const RESERVE = { times: 5, of: 4 };

/** The energy that is set aside for a call. */
export function withReserve(energy: number): number {
  return Math.ceil((energy * RESERVE.times) / RESERVE.of);
}

/** What a transaction burns, with what its account may use for nothing. What covers a part of the bytes alone is not used. */
export function burns(needs: Needs, resources: Resources, prices: ChainParameters): bigint {
  const energy = Math.max(0, needs.energy - resources.energy);
  return BigInt(energy) * prices.energyPrice + bandwidthCost(needs, resources, prices);
}

function bandwidthCost({ bytes, activates }: Needs, resources: Resources, prices: ChainParameters): bigint {
  if (activates) return prices.activation + (bytes <= resources.bandwidth ? 0n : prices.activationBandwidth);
  const isCovered = bytes <= resources.bandwidth || bytes <= resources.freeBandwidth;
  return isCovered ? 0n : BigInt(bytes) * prices.bytePrice;
}

const NOTHING: Resources = { energy: 0, bandwidth: 0, freeBandwidth: 0 };

/** What a transaction burns at most: all of it, if nothing is staked and the day's bandwidth is used. */
export function burnsAtMost(needs: Needs, prices: ChainParameters): bigint {
  return burns(needs, NOTHING, prices);
}
