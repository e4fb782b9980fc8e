import { Contradiction } from '../rpc/endpoints.ts';
import { account } from './account.ts';
import { hash, list, whole } from './answers.ts';
import { type ContractPayment, internalOf, type NodeInfo, type NodeLog } from './receipts.ts';
import { NAMES } from './transaction.ts';
import type { TronNode } from './tron-node.ts';

interface NodeTransaction {
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly raw_data?: {
    readonly contract?: readonly {
      readonly type?: string;
      readonly parameter?: {
        readonly value?: { readonly owner_address?: unknown; readonly to_address?: unknown };
      };
    }[];
  };
  readonly ret?: readonly { readonly contractRet?: string }[];
}

export interface NodeBlock {
  readonly blockID?: string;
  readonly block_header?: {
    readonly raw_data: { readonly number?: number; readonly parentHash: string; readonly timestamp?: number };
  };
  readonly transactions?: readonly NodeTransaction[];
}

/** A block's place. Times are Unix milliseconds. */
export interface TronHead {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly timeMs: number;
}

/** A transaction of a block, and what became of it. Who has a part in it is the node's word; what it does is told by `contractOf`. */
export interface TronTransaction {
  readonly txid: string;
  /** What was signed, in hexadecimal. */
  readonly raw: string;
  readonly owner: string | null;
  /** Who is paid TRX by it; null if nobody is. */
  readonly to: string | null;
  readonly isFailed: boolean;
  readonly feeUnits: bigint;
  readonly logs: readonly NodeLog[];
  readonly internal: readonly ContractPayment[];
}

export interface TronBlock extends TronHead {
  readonly transactions: readonly TronTransaction[];
}

type Part = 'wallet' | 'solid';

/** The head of a block as a node gives it; null if it gives none. */
export function headOf(block: NodeBlock): TronHead | null {
  if (block.blockID === undefined || block.block_header === undefined) return null;
  const { number, parentHash, timestamp } = block.block_header.raw_data;
  return {
    height: whole(number),
    hash: hash(block.blockID),
    parent: hash(parentHash),
    timeMs: whole(timestamp),
  };
}

/** The newest block: of all, or of those that are solidified. */
export async function newestHead(node: TronNode, part: Part): Promise<TronHead> {
  const head = headOf(await node[part]<NodeBlock>('getnowblock'));
  if (head === null) throw new Error(`${node.host} has no block at all: wait until it has, or use another`);
  return head;
}

/** The head of the block at a height; null if the node has none there. */
export async function headAt(node: TronNode, part: Part, height: number): Promise<TronHead | null> {
  const head = headOf(await node[part]<NodeBlock>('getblockbynum', { num: height }));
  if (head !== null && head.height !== height)
    throw new Contradiction(`${node.host} gives block ${head.height} when asked for ${height}`);
  return head;
}

/** A block with what became of its transactions; null if the node has none at this height yet. */
export async function readBlock(node: TronNode, part: Part, height: number): Promise<TronBlock | null> {
  const askInfos = () => node[part]<NodeInfo[]>('gettransactioninfobyblocknum', { num: height });
  // Both at once: each of a full block takes a node some time.
  const [block, told] = await Promise.all([
    node[part]<NodeBlock>('getblockbynum', { num: height }),
    askInfos(),
  ]);
  const head = headOf(block);
  if (head === null) return null;
  if (head.height !== height)
    throw new Contradiction(`${node.host} gives block ${head.height} when asked for ${height}`);
  const transactions = list(block.transactions);
  // The block may have come between the two.
  const isWhole = Array.isArray(told) && told.length >= transactions.length;
  const infos = isWhole ? told : await askInfos();
  const byTxid = new Map(list(infos).map((info) => [hash(info.id), info]));
  return {
    ...head,
    transactions: transactions.map((each) => plain(node, height, each, byTxid.get(hash(each.txID)))),
  };
}

/** What the block says of a transaction must fit what its receipt says. A block has thousands, of which few are ours: no more is read of each. */
function plain(
  { host }: TronNode,
  height: number,
  { txID, raw_data_hex: raw, raw_data, ret }: NodeTransaction,
  info: NodeInfo | undefined,
): TronTransaction {
  const txid = hash(txID);
  if (info === undefined || whole(info.blockNumber) !== height)
    throw new Contradiction(
      `${host} has transaction ${txid} in block ${height}, but no receipt for it there: it may be reorganising, or keep none`,
    );
  const told = list(raw_data?.contract)[0];
  const isFailed = list(ret)[0]?.contractRet !== 'SUCCESS';
  const isFailedByReceipt =
    info.result === 'FAILED' || (told?.type === NAMES.trigger && info.receipt?.result !== 'SUCCESS');
  if (isFailed !== isFailedByReceipt)
    throw new Contradiction(`${host} does not agree with itself whether transaction ${txid} succeeded`);
  const parties = told?.parameter?.value;
  return {
    txid,
    raw,
    owner: accountIn(parties?.owner_address),
    to: told?.type === NAMES.transfer ? accountIn(parties?.to_address) : null,
    isFailed,
    feeUnits: BigInt(whole(info.fee)),
    logs: isFailed ? [] : list(info.log),
    internal: isFailed ? [] : internalOf(info),
  };
}

/** In another form than hexadecimal it would be nobody's that we know: that is no answer. */
function accountIn(told: unknown): string | null {
  return told === undefined ? null : account(told);
}
