import type { BlockRef } from '../chain.ts';
import { toHex, wordOf } from './account.ts';
import { data, units, words } from './answers.ts';
import type { SolidBlocks } from './blocks.ts';
import { accountsIn } from './our-transactions.ts';
import { headAt, newestHead } from './read-block.ts';
import { unitsIn } from './trc20.ts';
import { type TronNode, TronRefusal } from './tron-node.ts';

/** Who asks, where nobody needs to. */
const NOBODY = `41${'00'.repeat(20)}`;
/** Blocks that may have come since the one that is asked about. */
const MOST_SINCE = 20;

interface NodeAccount {
  /** Left out where the account is not activated. */
  readonly address?: string;
  readonly balance?: number;
  readonly type?: string;
}

/** What a node holds of an account. */
export interface TronAccount {
  readonly isActivated: boolean;
  readonly isContract: boolean;
  readonly units: bigint;
}

export async function readAccount(
  node: TronNode,
  part: 'wallet' | 'solid',
  address: string,
): Promise<TronAccount> {
  const account = await node[part]<NodeAccount>('getaccount', { address: toHex(address) });
  return {
    isActivated: account.address !== undefined,
    isContract: account.type === 'Contract',
    // Read when it is wanted: one account of the chain's first block holds less than nothing, and can be paid like any other.
    get units() {
      return units(account.balance);
    },
  };
}

/** What an address holds of the native coin, or of a token. */
export async function readBalance(
  node: TronNode,
  part: 'wallet' | 'solid',
  contract: string | null,
  address: string,
): Promise<bigint> {
  if (contract === null) return (await readAccount(node, part, address)).units;
  const { result, constant_result } = await node[part]<{
    result?: { result?: boolean; message?: string };
    constant_result?: string[];
  }>('triggerconstantcontract', {
    owner_address: NOBODY,
    contract_address: toHex(contract),
    function_selector: 'balanceOf(address)',
    parameter: wordOf(address),
  });
  const answer = data(constant_result?.[0]);
  if (result?.result !== true || result.message !== undefined || answer.length < 64)
    throw new TronRefusal(`${node.host} cannot tell a balance of ${contract}: ${words(result?.message)}`);
  return unitsIn(answer);
}

/**
 * What addresses held as of a solidified block; null if the node cannot tell. Nodes know only what is held as of their
 * newest: that is the same for whoever has no part in any block since.
 */
export async function balancesAt(
  node: TronNode,
  blocks: SolidBlocks,
  contract: string | null,
  addresses: readonly string[],
  at: BlockRef,
): Promise<bigint[] | null> {
  if ((await headAt(node, 'solid', at.height))?.hash !== at.hash) return null;
  const balances = await balancesIfTold(node, contract, addresses);
  // Asked last: whatever was read is no younger.
  const { height: newest } = await newestHead(node, 'solid');
  if (balances === null || newest - at.height > MOST_SINCE) return null;
  const asked = addresses.map(toHex);
  for (let height = at.height + 1; height <= newest; height++) {
    const block = await blocks.read(node, height);
    if (block === null) return null;
    const moved = accountsIn(block);
    if (asked.some((account) => moved.has(account))) return null;
  }
  return balances;
}

/** Null if a token refuses to answer: one that is broken must not keep a chain from being followed. */
async function balancesIfTold(
  node: TronNode,
  contract: string | null,
  addresses: readonly string[],
): Promise<bigint[] | null> {
  try {
    return await Promise.all(addresses.map((address) => readBalance(node, 'solid', contract, address)));
  } catch (error) {
    if (error instanceof TronRefusal) return null;
    throw error;
  }
}
