import { SimAccountChain } from '../../chains/sim/sim-account-chain.ts';
import { SimNetwork } from '../../chains/sim/sim-network.ts';
import type { World } from './world.ts';

/** Ethereum as it is: each address pays with what it has itself, and deposits are brought to the treasury. */
export function sweepingEthereum(world: World): SimAccountChain {
  const { chain, id: nativeAssetId, transferCost } = world.asset('Ethereum/ETH');
  const { treasury } = world.network('Ethereum');
  const network = new SimNetwork(world.database, chain.id, true);
  return new SimAccountChain(network, { chain, nativeAssetId, transferCost, treasury, needsSweeping: true });
}
