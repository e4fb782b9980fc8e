import type { EvmChainOptions } from './evm-chain.ts';

/** What payments take on a chain. */
export type GasOnChain = Pick<EvmChainOptions, 'gas' | 'extraFeeUnits'>;

const GWEI = 10n ** 9n;
/** A plain payment takes just this much almost everywhere, and a token's transfer less than this. */
const USUAL: GasOnChain = { gas: { native: 21_000n, token: 100_000n }, extraFeeUnits: 0n };

const UNUSUAL: Readonly<Record<number, GasOnChain>> = {
  // Base. Its data on Ethereum is paid for beside the gas.
  8453: { ...USUAL, extraFeeUnits: 20_000n * GWEI },
  // Arbitrum. Its data on Ethereum is paid for in gas, the more the more Ethereum costs.
  42161: { gas: { native: 300_000n, token: 800_000n }, extraFeeUnits: 0n },
};

/** The most gas that payments need on a chain. What they do not use is not paid. */
export function gasOn(evmChainId: number): GasOnChain {
  return UNUSUAL[evmChainId] ?? USUAL;
}
