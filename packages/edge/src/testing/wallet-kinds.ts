import type { EdgeCurrencyInfo, EdgeToken } from '../edge-core.ts';
import type { WalletKind } from './test-wallet.ts';

/** Wallets as Edge describes them, of some chains. */

function coin(
  pluginId: string,
  currencyCode: string,
  decimals: number,
  evmChainId?: number,
): EdgeCurrencyInfo {
  const denominations = [{ name: currencyCode, multiplier: `1${'0'.repeat(decimals)}` }];
  return { pluginId, currencyCode, denominations, ...(evmChainId === undefined ? {} : { evmChainId }) };
}

export function token(currencyCode: string, decimals: number, contractAddress: string): EdgeToken {
  const denominations = [{ name: currencyCode, multiplier: `1${'0'.repeat(decimals)}` }];
  return { currencyCode, denominations, networkLocation: { contractAddress } };
}

export const BITCOIN: WalletKind = {
  currencyInfo: coin('bitcoin', 'BTC', 8),
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
};

/** Edge writes contracts of EVM chains in small letters, and calls tokens by them without the 0x. */
export const USDT = 'dac17f958d2ee523a2206206994597c13d831ec7';
export const UNLISTED = '1985365e9f78359a9b6ad760e32412f4a445e862';
export const ETHEREUM: WalletKind = {
  currencyInfo: coin('ethereum', 'ETH', 18, 1),
  tokens: { [USDT]: token('USDT', 6, `0x${USDT}`), [UNLISTED]: token('REP', 18, `0x${UNLISTED}`) },
  address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
};

export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const SOLANA: WalletKind = {
  currencyInfo: coin('solana', 'SOL', 9),
  tokens: { [USDC]: token('USDC', 6, USDC) },
  address: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
};

/** A chain that no desk serves. */
export const MONERO: WalletKind = { currencyInfo: coin('monero', 'XMR', 12), address: '4' };
