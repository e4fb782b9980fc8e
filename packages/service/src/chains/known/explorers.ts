import type { Network } from '../family.ts';
import { KNOWN_CHAINS } from './known-chains.ts';

/** Where people look at what happens on a chain; empty where nobody shows it. */
export interface Explorer {
  readonly chain: string;
  readonly transaction: string;
  readonly address: string;
}

/** The explorers of all chains: they know the main networks alone. */
export function explorersOf(network: Network): Explorer[] {
  return KNOWN_CHAINS.map(({ name, explorer, addressExplorer }) => ({
    chain: name,
    transaction: network === 'main' ? explorer : '',
    address: network === 'main' ? addressExplorer : '',
  }));
}
