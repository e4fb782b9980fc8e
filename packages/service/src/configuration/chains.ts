import type { Network } from '../chains/family.ts';
import { KNOWN_CHAINS } from '../chains/known/known-chains.ts';
import { readBitcoinChain } from './bitcoin-chain.ts';
import type { ChainConfig, ChainsConfig } from './chains-config.ts';
import { readEvmChain } from './evm-chain.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';
import type { BitcoinInFile, ConfigInFile, EvmInFile, SolanaInFile } from './schema.ts';
import { readSolanaChain } from './solana-chain.ts';
import { refuseTwoTreasuries } from './treasury-path.ts';
import { readTronChain } from './tron-chain.ts';
import type { TronInFile } from './tron-schema.ts';

/** The chains that the file names; null if it names none. Those that the schema finds fault with are left out. */
export function readChains(
  reading: Reading,
  network: Network,
  given: ConfigInFile['chains'],
): ChainsConfig | null {
  const named = Object.entries(given ?? {}).filter(([name]) => reading.isSound(below('chains', name)));
  const chains = new Map<string, ChainConfig>();
  for (const [name, each] of named) {
    const path = below('chains', name);
    const known = KNOWN_CHAINS.find((chain) => chain.name === name);
    if (known?.family === 'bitcoin')
      chains.set(name, readBitcoinChain(reading, path, known, each as BitcoinInFile));
    else if (known?.family === 'evm')
      chains.set(name, readEvmChain(reading, path, known, network, each as EvmInFile));
    else if (known?.family === 'tron')
      chains.set(name, readTronChain(reading, path, known, network, each as TronInFile));
    else if (known?.family === 'solana')
      chains.set(name, readSolanaChain(reading, path, known, network, each as SolanaInFile));
  }
  refuseTwins(reading, chains);
  refuseTwoTreasuries(reading, chains.values());
  return chains.size === 0 ? null : { network, chains };
}

/** Two names for one chain would each count the same deposit. */
function refuseTwins(reading: Reading, chains: ReadonlyMap<string, ChainConfig>): void {
  const seen = new Map<number, string>();
  for (const chain of chains.values()) {
    if (chain.family !== 'evm') continue;
    const twin = seen.get(chain.chainId);
    if (twin === undefined) seen.set(chain.chainId, chain.name);
    else
      reading.report(
        below(below('chains', chain.name), 'chainId'),
        `${chain.chainId} is ${twin}'s already; every chain needs a network of its own`,
      );
  }
}
