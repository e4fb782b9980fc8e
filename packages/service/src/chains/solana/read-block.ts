import { type Rpc, SolanaRpcError } from './solana-rpc.ts';
import { base58Text, count } from './values.ts';

/** As far as a node vouches for a block. */
export type Commitment = 'confirmed' | 'finalized';

/** A block without its transactions. */
export interface BlockHead {
  readonly slot: number;
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  /** Unix seconds; null if the node does not know. */
  readonly minedAt: number | null;
}

export interface SlotBlock extends BlockHead {
  readonly transactions: readonly ToldTransaction[];
}

/** A transaction as a node tells it: which accounts it names, and what each held before and afterwards. */
export interface ToldTransaction {
  readonly transaction: {
    readonly signatures: readonly string[];
    readonly accountKeys: readonly RpcAccount[];
  };
  readonly meta: {
    readonly err: unknown;
    readonly fee: number;
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
    readonly preTokenBalances?: readonly RpcTokenBalance[] | null;
    readonly postTokenBalances?: readonly RpcTokenBalance[] | null;
  } | null;
}

export interface RpcAccount {
  readonly pubkey: string;
  readonly signer: boolean;
  readonly writable: boolean;
}

export interface RpcTokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner?: string;
  readonly programId?: string;
  readonly uiTokenAmount: { readonly amount: string };
}

interface RpcBlock {
  readonly blockhash: string;
  readonly previousBlockhash: string;
  readonly blockHeight: number | null;
  readonly blockTime: number | null;
  readonly transactions?: readonly ToldTransaction[];
}

/** The block of a slot without its transactions; null if it has none, or none yet. */
export async function readHead(rpc: Rpc, slot: number, commitment: Commitment): Promise<BlockHead | null> {
  const block = await getBlock(rpc, slot, commitment, 'none');
  return block && headOf(slot, block);
}

/** The block of a slot, with what every transaction did to the accounts that it names; null as above. */
export async function readBlock(rpc: Rpc, slot: number, commitment: Commitment): Promise<SlotBlock | null> {
  // The instructions themselves are left out: what changed hands is what accounts hold, whichever program moved it.
  const block = await getBlock(rpc, slot, commitment, 'accounts');
  if (block === null) return null;
  if (!Array.isArray(block.transactions)) throw new Error(`${rpc.host} leaves out what is in block ${slot}`);
  return { ...headOf(slot, block), transactions: block.transactions };
}

async function getBlock(
  rpc: Rpc,
  slot: number,
  commitment: Commitment,
  transactionDetails: 'accounts' | 'none',
): Promise<RpcBlock | null> {
  const options = {
    commitment,
    transactionDetails,
    encoding: 'json',
    rewards: false,
    maxSupportedTransactionVersion: 0,
  };
  try {
    return await rpc.call<RpcBlock | null>('getBlock', [slot, options]);
  } catch (error) {
    if (error instanceof SolanaRpcError && error.isNoBlock) return null;
    if (error instanceof SolanaRpcError && error.isForgotten) {
      throw new Error(`${rpc.host} has no blocks as old as slot ${slot} any more: name one that has`, {
        cause: error,
      });
    }
    throw error;
  }
}

function headOf(slot: number, block: RpcBlock): BlockHead {
  return {
    slot,
    height: count(block.blockHeight),
    hash: base58Text(block.blockhash),
    parent: base58Text(block.previousBlockhash),
    minedAt: block.blockTime === null ? null : count(block.blockTime),
  };
}
