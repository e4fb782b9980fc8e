import { COIN_SPACES } from '../family.ts';
import { SimAccountChain, type SimAccountOptions } from './sim-account-chain.ts';
import { SimCoinChain, type SimCoinOptions } from './sim-coin-chain.ts';
import type { SimNetwork } from './sim-network.ts';

export type SimChain = SimCoinChain | SimAccountChain;

/** A test network behind its port. Chains of Bitcoin's family spend coins, all others have accounts. */
export function openSimChain(network: SimNetwork, options: SimCoinOptions & SimAccountOptions): SimChain {
  return COIN_SPACES.includes(options.chain.space)
    ? new SimCoinChain(network, options)
    : new SimAccountChain(network, options);
}
