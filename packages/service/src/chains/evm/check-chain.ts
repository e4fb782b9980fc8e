import type { CheckChain } from '../rpc/endpoint.ts';
import type { Rpc } from './evm-rpc.ts';
import { count } from './hex.ts';

/** The chain that an endpoint has to be on. */
export interface ExpectedChain {
  readonly name: string;
  /** EIP-155. */
  readonly evmChainId: number;
}

/** Whether an endpoint is on a chain. */
export function checkChainOf({ name, evmChainId }: ExpectedChain): CheckChain<Rpc> {
  return async (rpc) => {
    const theirs = count(await rpc.call('eth_chainId'));
    if (theirs === evmChainId) return;
    throw new Error(
      `${rpc.host} is on chain ${theirs}, but ${name} is ${evmChainId}: give the address of a node of ${name}`,
    );
  };
}
