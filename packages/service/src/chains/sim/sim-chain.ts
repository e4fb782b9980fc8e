import type { Database } from '../../store/database.ts';
import { COIN_SPACES, DURABLE_SPACES, EXPIRY_SPACES } from '../family.ts';
import type { SimAccountOptions } from './sim-account-base.ts';
import { SimAccountChain } from './sim-account-chain.ts';
import { activationOf } from './sim-activation.ts';
import { SimCoinChain, type SimCoinOptions } from './sim-coin-chain.ts';
import { SimDurableChain, TOKEN_RENT } from './sim-durable-chain.ts';
import { SimExpiryChain } from './sim-expiry-chain.ts';
import { SimNetwork } from './sim-network.ts';

export type SimChain = SimCoinChain | SimAccountChain | SimExpiryChain | SimDurableChain;

/** A test network behind its port. Chains of Bitcoin's family spend coins, all others have accounts. */
export function openSimChain(network: SimNetwork, options: SimCoinOptions & SimAccountOptions): SimChain {
  const { space } = options.chain;
  if (COIN_SPACES.includes(space)) return new SimCoinChain(network, options);
  if (DURABLE_SPACES.includes(space)) return new SimDurableChain(network, options);
  return EXPIRY_SPACES.includes(space)
    ? new SimExpiryChain(network, options)
    : new SimAccountChain(network, options);
}

/**
 * The network of a chain. One with nonce accounts keeps accounts, whatever is wanted, and accounts for tokens too. Where transactions
 * expire, receivers have to be activated.
 */
export function openSimNetwork(
  database: Database,
  {
    chain: { id, space },
    nativeAssetId,
    transferCost,
  }: Pick<SimAccountOptions, 'chain' | 'nativeAssetId' | 'transferCost'>,
  keepsAccounts = false,
): SimNetwork {
  if (DURABLE_SPACES.includes(space))
    return new SimNetwork(database, id, true, { assetId: nativeAssetId, units: TOKEN_RENT });
  const activation = EXPIRY_SPACES.includes(space) ? activationOf(nativeAssetId, transferCost) : null;
  return new SimNetwork(database, id, keepsAccounts, null, activation);
}
