import { BITCOIN_CHAINS, type KnownBitcoinChain } from './bitcoin-chains.ts';
import { EVM_CHAINS, type KnownEvmChain } from './evm-chains.ts';
import type { KnownAsset, KnownCoin } from './known-chain.ts';
import { SIMULATED_CHAINS, type SimulatedChain } from './simulated-chains.ts';
import { type KnownTronChain, TRON_CHAINS } from './tron-chains.ts';

/** A chain whose real network can be followed. */
export type FollowedChain = KnownBitcoinChain | KnownEvmChain | KnownTronChain;
export type KnownChain = FollowedChain | SimulatedChain;

export const FOLLOWED_CHAINS: readonly FollowedChain[] = [...BITCOIN_CHAINS, ...EVM_CHAINS, ...TRON_CHAINS];
export const KNOWN_CHAINS: readonly KnownChain[] = [...FOLLOWED_CHAINS, ...SIMULATED_CHAINS];

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
