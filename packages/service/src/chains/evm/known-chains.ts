import type { EvmChainOptions } from './evm-chain.ts';

/** What differs from one EVM chain to the next. An operator may set each of them otherwise. */
export type EvmParameters = Pick<EvmChainOptions, 'finality' | 'fees' | 'gas' | 'extraFeeUnits'>;

const GWEI = 10n ** 9n;
const MILLI_GWEI = 10n ** 6n;
/** A plain payment takes just this much everywhere, and a token's transfer less than this. */
const GAS = { native: 21_000n, token: 100_000n };

const BY_CHAIN_ID: Readonly<Record<number, EvmParameters>> = {
  // Ethereum. Final after a quarter of an hour; what was final has never been undone.
  1: {
    finality: 'finalized',
    fees: { floor: 100n * MILLI_GWEI, cap: 300n * GWEI, legacy: false, minimumPriority: 50n * MILLI_GWEI },
    gas: GAS,
    extraFeeUnits: 0n,
  },
  // BSC. Its base fee is nothing: the price of gas is what validators ask for.
  56: {
    finality: 'finalized',
    fees: { floor: 50n * MILLI_GWEI, cap: 20n * GWEI, legacy: true, minimumPriority: 0n },
    gas: GAS,
    extraFeeUnits: 0n,
  },
  // Polygon. Its validators take nothing below 25 gwei.
  137: {
    finality: 'finalized',
    fees: { floor: 30n * GWEI, cap: 3_000n * GWEI, legacy: false, minimumPriority: 25n * GWEI },
    gas: GAS,
    extraFeeUnits: 0n,
  },
  // Base. `safe` is what is on Ethereum already. Its data there is paid for beside the gas.
  8453: {
    finality: 'safe',
    fees: { floor: MILLI_GWEI, cap: 20n * GWEI, legacy: false, minimumPriority: MILLI_GWEI },
    gas: GAS,
    extraFeeUnits: 20_000n * GWEI,
  },
  // Arbitrum. Its data on Ethereum is paid for in gas, the more the more Ethereum costs; there is no priority fee.
  42161: {
    finality: 'safe',
    fees: { floor: 10n * MILLI_GWEI, cap: 10n * GWEI, legacy: false, minimumPriority: 0n },
    gas: { native: 300_000n, token: 800_000n },
    extraFeeUnits: 0n,
  },
};

/** The parameters of a chain that we know. Throws for others: guessed fees and finality would cost money. */
export function parametersOf(evmChainId: number): EvmParameters {
  const parameters = BY_CHAIN_ID[evmChainId];
  if (parameters === undefined) {
    throw new RangeError(`EVM chain ${evmChainId} is not known: give its finality, fees and gas limits`);
  }
  return parameters;
}
