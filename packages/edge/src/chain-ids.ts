import type { EdgeCurrencyInfo } from './edge-core.ts';

/** What CAIP-2 calls the chains that have no EVM chain id, by what Edge calls them. */
const CHAIN_IDS = new Map([
  ['bitcoin', 'bip122:000000000019d6689c085ae165831e93'],
  ['litecoin', 'bip122:12a765e31ffd4059bada1e25190f6e98'],
  ['dogecoin', 'bip122:1a91e3dace36e2be3bf030a65679fe82'],
  ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['tron', 'tron:728126428'],
]);

/** The chain of a wallet, by CAIP-2; null for one that no desk serves. */
export function chainIdOf({ pluginId, evmChainId }: EdgeCurrencyInfo): string | null {
  return evmChainId === undefined ? (CHAIN_IDS.get(pluginId) ?? null) : `eip155:${evmChainId}`;
}

/** The EVM chain id that CAIP-2 names; null for chains of other kinds. */
export function evmChainIdOf(chainId: string): number | null {
  const [, reference] = /^eip155:(\d+)$/.exec(chainId) ?? [];
  return reference === undefined ? null : Number(reference);
}
