import { EVM_CHAINS } from '../known/evm-chains.ts';
import type { EvmChainOptions } from './evm-chain.ts';

/** What payments take on a chain. */
export type GasOnChain = Pick<EvmChainOptions, 'gas' | 'extraFeeUnits'>;

const GWEI = 10n ** 9n;
/** A plain payment takes just this much almost everywhere, and a token's transfer less than this. */
const USUAL = { native: 21_000, token: 100_000 };

/** The most gas that payments need on a chain. What they do not use is not paid. */
export function gasOn(evmChainId: number): GasOnChain {
  const chain = EVM_CHAINS.find(({ chainId, testChainId }) => [chainId, testChainId].includes(evmChainId));
  const { native, token } = chain?.gas ?? USUAL;
  return {
    gas: { native: BigInt(native), token: BigInt(token) },
    extraFeeUnits: BigInt(chain?.extraFeeGwei ?? 0) * GWEI,
  };
}
