import type { RpcCall } from '../rpc/json-rpc.ts';
import { decodeUnits, encodeBalanceOf } from './erc20.ts';
import { EvmRpcError, type Rpc } from './evm-rpc.ts';
import { quantity } from './hex.ts';

/** `latest`, or a block by its hash: what a node says of a height may be of another block a moment later. */
export type At = 'latest' | { readonly blockHash: string };

/** anvil changes balances, those of the block before too, a moment before it has the new one; nobody takes as long as this. */
export const TAKES_BLOCK_MS = 250;

/** What accounts hold of the native coin, or of a token. */
export async function readBalances(
  rpc: Rpc,
  contract: string | null,
  accounts: readonly string[],
  at: At,
): Promise<bigint[]> {
  const answers = await rpc.batch<string>(accounts.map((account) => balanceCall(contract, account, at)));
  return answers.map(contract === null ? quantity : decodeUnits);
}

/**
 * The same; null if the node cannot tell: it has not the state of that block, any more or yet, or the token refuses to
 * answer. One broken token must not keep a chain from being followed.
 */
export async function balancesIfKnown(
  rpc: Rpc,
  contract: string | null,
  accounts: readonly string[],
  at: At,
): Promise<bigint[] | null> {
  try {
    return await readBalances(rpc, contract, accounts, at);
  } catch (error) {
    if (error instanceof EvmRpcError && (error.isRevert || isForgotten(error))) return null;
    throw error;
  }
}

function balanceCall(contract: string | null, account: string, at: At): RpcCall {
  const block = at === 'latest' ? at : { ...at, requireCanonical: true };
  return contract === null
    ? { method: 'eth_getBalance', params: [account, block] }
    : { method: 'eth_call', params: [{ to: contract, data: encodeBalanceOf(account) }, block] };
}

/** Each node has its own words for it. */
function isForgotten({ message }: EvmRpcError): boolean {
  return /missing trie node|not found|canonical|unknown (block|ancestor|header)|invalid block|pruned|archive|historical|no state|state .*available|doesn't exist/i.test(
    message,
  );
}
