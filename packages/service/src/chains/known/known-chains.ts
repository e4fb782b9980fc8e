import { BITCOIN_CHAINS, type KnownBitcoinChain } from './bitcoin-chains.ts';
import { EVM_CHAINS, type KnownEvmChain } from './evm-chains.ts';
import type { KnownAsset, KnownCoin } from './known-chain.ts';
import { type KnownSolanaChain, SOLANA_CHAINS } from './solana-chains.ts';
import { type KnownTronChain, TRON_CHAINS } from './tron-chains.ts';

export type KnownChain = KnownBitcoinChain | KnownEvmChain | KnownTronChain | KnownSolanaChain;

export const KNOWN_CHAINS: readonly KnownChain[] = [
  ...BITCOIN_CHAINS,
  ...EVM_CHAINS,
  ...TRON_CHAINS,
  ...SOLANA_CHAINS,
];

/** The chain's own coin first. */
export function assetsOf({ native, tokens = [] }: KnownChain): readonly KnownAsset[] {
  return [native, ...tokens];
}

/** Every coin once, whichever chains it is on. */
export const KNOWN_COINS: readonly KnownCoin[] = [
  ...new Map(
    KNOWN_CHAINS.flatMap(assetsOf).map(({ coin }): [string, KnownCoin] => [coin.abbr, coin]),
  ).values(),
];
