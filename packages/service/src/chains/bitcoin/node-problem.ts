import type { Network } from '../family.ts';
import type { NodeState } from './core-node.ts';
import type { CoinParams } from './params.ts';

/** Headers come before their blocks; a node that is this far behind them is not up to date. */
const MOST_BEHIND = 2;

export interface Expectation {
  readonly coin: CoinParams;
  readonly network: Network;
  /** How old the newest block may be; null where blocks come when they are asked for. */
  readonly maxTipAgeS: number | null;
}

/** Why a node is not to be believed, and what to do about it; null if nothing speaks against it. */
export function nodeProblem(node: NodeState, expected: Expectation, now: number): string | null {
  const { coin, network, maxTipAgeS } = expected;
  const genesis = coin.genesis[network][node.chain];
  if (genesis === undefined) {
    return `The node is on ${coin.name}'s chain "${node.chain}", not on ${network}: point Swapdesk to another node, or start this one for ${network}`;
  }
  if (genesis !== node.genesis) {
    return `The node is not one of ${coin.name}: its first block is ${node.genesis}. Point Swapdesk to another node`;
  }
  // A regtest node believes itself to be catching up whenever nobody has mined for a day.
  if (network === 'regtest') return null;
  if (node.isCatchingUp || node.headers - node.blocks > MOST_BEHIND) {
    return `The node is catching up: it has ${node.blocks} of ${node.headers} blocks. Wait until it has them all`;
  }
  const age = now - node.tipTime;
  if (maxTipAgeS !== null && age > maxTipAgeS) {
    return `The node's newest block is ${Math.round(age / 60)} minutes old: check that it has connections and that its clock is right`;
  }
  return null;
}
