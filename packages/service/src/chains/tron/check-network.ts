import { TRON_NETWORKS } from '../known/tron-chains.ts';
import type { CheckChain } from '../rpc/endpoint.ts';
import { headAt } from './read-block.ts';
import type { TronNode } from './tron-node.ts';

/** Whether an endpoint is on one of some networks, by its first block; null: on any but the main one. */
export function checkNetwork(
  name: string,
  networks: Readonly<Record<string, string>> | null,
): CheckChain<TronNode> {
  return async (node) => {
    const first = (await headAt(node, 'wallet', 0))?.hash;
    if (first === undefined) throw new Error(`${node.host} does not give its first block: use another node`);
    const isRight =
      networks === null ? first !== TRON_NETWORKS.main.main : Object.values(networks).includes(first);
    if (isRight) return;
    const wanted = networks === null ? 'a network of your own' : Object.keys(networks).join(' or ');
    throw new Error(
      `${node.host} is on another network (its first block is ${first}), but ${name} is to be ${wanted}: give the address of a node there`,
    );
  };
}
