import type { AddressKind, AddressSpace } from '../chains/family.ts';
import type { WalletChoices } from '../wallet/choices.ts';
import type { ChainConfig, ChainsConfig } from './chains-config.ts';

/** What the configured chains say of the wallet. Chains of one space say the same: reading the file made sure. */
export function walletChoicesOf(config: ChainsConfig | null): WalletChoices {
  const kinds: Partial<Record<AddressSpace, AddressKind>> = {};
  const treasuryPaths: Partial<Record<AddressSpace, string>> = {};
  for (const chain of config?.chains.values() ?? []) {
    kinds[chain.space] = kindOf(chain);
    treasuryPaths[chain.space] = chain.treasury;
  }
  return { kinds, treasuryPaths };
}

function kindOf(chain: ChainConfig): AddressKind {
  return chain.family === 'bitcoin' && chain.deposits === 'p2tr' ? 'taproot' : 'usual';
}
