import { Contradiction } from '../rpc/endpoints.ts';
import { account } from './account.ts';
import { data, hash, list, whole } from './answers.ts';
import { type Contract, decodeRaw, txidOf } from './transaction.ts';
import type { ContractLog } from './trc20.ts';
import type { TronNode } from './tron-node.ts';

interface NodeTransaction {
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly ret?: readonly { readonly contractRet?: string }[];
}

export interface NodeBlock {
  readonly blockID?: string;
  readonly block_header?: {
    readonly raw_data: { readonly number?: number; readonly parentHash: string; readonly timestamp?: number };
  };
  readonly transactions?: readonly NodeTransaction[];
}

interface NodeLog {
  readonly address: string;
  readonly topics?: readonly string[];
  readonly data?: string;
}

interface NodeInfo {
  readonly id: string;
  readonly fee?: number;
  readonly blockNumber?: number;
  readonly result?: string;
  readonly receipt?: { readonly result?: string };
  readonly log?: readonly NodeLog[];
  readonly internal_transactions?: readonly {
    readonly caller_address: string;
    readonly transferTo_address?: string;
    readonly callValueInfo?: readonly { readonly callValue?: number; readonly tokenId?: string }[];
    readonly rejected?: boolean;
  }[];
}

/** A block's place. Times are Unix milliseconds. */
export interface TronHead {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly timeMs: number;
}

/** TRX that a contract has sent. */
export interface ContractPayment {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  /** Its place among all of the transaction, whatever they moved. */
  readonly rank: number;
}

/** A transaction of a block, and what became of it. */
export interface TronTransaction {
  readonly txid: string;
  readonly contract: Contract;
  readonly isFailed: boolean;
  readonly feeUnits: bigint;
  readonly logs: readonly ContractLog[];
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
  const block = await node[part]<NodeBlock>('getblockbynum', { num: height });
  const head = headOf(block);
  if (head === null) return null;
  if (head.height !== height)
    throw new Contradiction(`${node.host} gives block ${head.height} when asked for ${height}`);
  const transactions = list(block.transactions);
  if (transactions.length === 0) return { ...head, transactions: [] };
  const infos = await node[part]<NodeInfo[]>('gettransactioninfobyblocknum', { num: height });
  const byTxid = new Map(list(infos).map((info) => [hash(info.id), info]));
  return {
    ...head,
    transactions: transactions.map((each) => plain(node, height, each, byTxid.get(hash(each.txID)))),
  };
}

/** What the block says of a transaction must fit what its receipt says. */
function plain(
  { host }: TronNode,
  height: number,
  { txID, raw_data_hex, ret }: NodeTransaction,
  info: NodeInfo | undefined,
): TronTransaction {
  const txid = hash(txID);
  const raw = Buffer.from(data(raw_data_hex), 'hex');
  // Its name is the hash of what was signed, so nobody can say that it did something else.
  if (txidOf(raw) !== txid)
    throw new Contradiction(`${host} gives something else as transaction ${txid} of block ${height}`);
  if (info === undefined || whole(info.blockNumber) !== height)
    throw new Contradiction(
      `${host} has transaction ${txid} in block ${height}, but no receipt for it there: it may be reorganising, or keep none`,
    );
  const { contract } = decodeRaw(raw);
  const isFailed = list(ret)[0]?.contractRet !== 'SUCCESS';
  const isFailedByReceipt =
    info.result === 'FAILED' || (contract.type === 'trigger' && info.receipt?.result !== 'SUCCESS');
  if (isFailed !== isFailedByReceipt)
    throw new Contradiction(`${host} does not agree with itself whether transaction ${txid} succeeded`);
  return {
    txid,
    contract,
    isFailed,
    feeUnits: BigInt(whole(info.fee)),
    logs: isFailed ? [] : list(info.log).map(logOf),
    internal: isFailed ? [] : internalOf(info),
  };
}

function logOf({ address, topics, data: words }: NodeLog): ContractLog {
  const contract = data(address);
  return {
    contract: contract.length === 40 ? `41${contract}` : contract,
    topics: list(topics).map(data),
    data: data(words),
  };
}

function internalOf({ internal_transactions }: NodeInfo): ContractPayment[] {
  const moves = list(internal_transactions).flatMap((each) =>
    list(each.callValueInfo).map((value) => ({ ...each, ...value })),
  );
  return moves.flatMap(({ rejected, caller_address, transferTo_address, callValue, tokenId }, rank) => {
    const units = tokenId === undefined || tokenId === '' ? BigInt(whole(callValue)) : 0n;
    if (rejected === true || units === 0n || transferTo_address === undefined) return [];
    return [{ from: account(caller_address), to: account(transferTo_address), units, rank }];
  });
}
