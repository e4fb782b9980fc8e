import { MESSAGE } from '@swapdesk/contract';
import type { TestNetwork } from '../../chains/sim/test-networks.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../services.ts';

/** The test network of a chain, by its name. */
export function findNetwork({ testNetworks }: Services, chain: string): TestNetwork {
  for (const network of testNetworks.values()) {
    if (network.chain.name.toLowerCase() === chain.toLowerCase()) return network;
  }
  throw new Refusal(MESSAGE.assetNotFound);
}
