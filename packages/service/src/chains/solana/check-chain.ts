import type { CheckChain } from '../rpc/endpoint.ts';
import type { Rpc } from './solana-rpc.ts';

export interface SolanaNetwork {
  readonly name: string;
  /** The hash of the first block; null for a network of one's own, of which nobody else knows. */
  readonly genesis: string | null;
}

/** Whether an endpoint is on a chain. */
export function checkChainOf({ name, genesis }: SolanaNetwork): CheckChain<Rpc> {
  return async (rpc) => {
    const theirs = await rpc.call<string>('getGenesisHash');
    if (genesis === null || theirs === genesis) return;
    throw new Error(
      `${rpc.host} is on another network than ${name}: its first block is ${theirs}, not ${genesis}. Give the address of a node of ${name}`,
    );
  };
}
