import type { AddressSpace } from '../chains/family.ts';

/** What is known of the chains whose real networks can be followed, before any store is opened. */

export type Family = 'bitcoin' | 'evm';

interface BitcoinFacts {
  readonly family: 'bitcoin';
  /** Whose addresses it has. */
  readonly space: AddressSpace;
  /** True if deposit addresses can be P2TR. */
  readonly hasTaproot: boolean;
  /** What counts unless the file says otherwise. */
  readonly confirmations: number;
  /** What counts unless the file says otherwise; in base units of the coin per virtual byte. */
  readonly fees: { readonly floor: string; readonly cap: string; readonly fallback: string };
}

interface EvmFacts {
  readonly family: 'evm';
  /** EIP-155, of the main network. */
  readonly chainId: number;
  /** What counts unless the file says otherwise. */
  readonly confirmations: number;
  /** What counts unless the file says otherwise; in gwei. */
  readonly fees: { readonly floor: string; readonly cap: string; readonly priority: string };
  /** True if the price of gas is what validators ask for, without a base fee. */
  readonly isLegacy: boolean;
  /** Coins that are contracts. On test networks these stand elsewhere than on the main one. */
  readonly tokens: readonly string[];
}

/**
 * The configuration is read before the catalogue can be, so its names stand here too; a test compares the two. A chain of
 * the catalogue that is missing here has no real network yet.
 */
export const BITCOIN_CHAINS = {
  Bitcoin: {
    family: 'bitcoin',
    space: 'bitcoin',
    hasTaproot: true,
    confirmations: 3,
    fees: { floor: '1', cap: '500', fallback: '20' },
  },
  Litecoin: {
    family: 'bitcoin',
    space: 'litecoin',
    hasTaproot: true,
    confirmations: 6,
    fees: { floor: '1', cap: '200', fallback: '10' },
  },
  Dogecoin: {
    family: 'bitcoin',
    space: 'dogecoin',
    hasTaproot: false,
    confirmations: 40,
    fees: { floor: '1000', cap: '100000', fallback: '5000' },
  },
} as const satisfies Record<string, BitcoinFacts>;

export const EVM_CHAINS = {
  Ethereum: {
    family: 'evm',
    chainId: 1,
    confirmations: 12,
    fees: { floor: '0.1', cap: '300', priority: '1' },
    isLegacy: false,
    tokens: ['USDT', 'USDC'],
  },
  Arbitrum: {
    family: 'evm',
    chainId: 42_161,
    confirmations: 20,
    fees: { floor: '0.01', cap: '50', priority: '0' },
    isLegacy: false,
    tokens: ['ARB', 'USDT'],
  },
  BSC: {
    family: 'evm',
    chainId: 56,
    confirmations: 15,
    fees: { floor: '0.05', cap: '50', priority: '0.05' },
    isLegacy: true,
    tokens: ['USDT'],
  },
  Polygon: {
    family: 'evm',
    chainId: 137,
    confirmations: 64,
    fees: { floor: '25', cap: '3000', priority: '25' },
    isLegacy: false,
    tokens: ['USDC'],
  },
  Base: {
    family: 'evm',
    chainId: 8_453,
    confirmations: 20,
    fees: { floor: '0.001', cap: '20', priority: '0.001' },
    isLegacy: false,
    tokens: ['USDC'],
  },
} as const satisfies Record<string, EvmFacts>;

export type BitcoinChainName = keyof typeof BITCOIN_CHAINS;
export type EvmChainName = keyof typeof EVM_CHAINS;
