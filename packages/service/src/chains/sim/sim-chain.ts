import { COIN_SPACES, EXPIRY_SPACES } from '../family.ts';
import type { SimAccountOptions } from './sim-account-base.ts';
import { SimAccountChain } from './sim-account-chain.ts';
import { SimCoinChain, type SimCoinOptions } from './sim-coin-chain.ts';
import { SimExpiryChain } from './sim-expiry-chain.ts';
import type { SimNetwork } from './sim-network.ts';

export type SimChain = SimCoinChain | SimAccountChain | SimExpiryChain;

/** A test network behind its port. Chains of Bitcoin's family spend coins, all others have accounts. */
export function openSimChain(network: SimNetwork, options: SimCoinOptions & SimAccountOptions): SimChain {
  const { space } = options.chain;
  if (COIN_SPACES.includes(space)) return new SimCoinChain(network, options);
  return EXPIRY_SPACES.includes(space)
    ? new SimExpiryChain(network, options)
    : new SimAccountChain(network, options);
}
