import { Contradiction } from '../rpc/endpoints.ts';
import { account } from './account.ts';
import { data, hash, list, whole, words } from './answers.ts';
import { BrokenMessage } from './protobuf.ts';
import { type Contract, decodeRaw, NAMES, txidOf } from './transaction.ts';
import type { ContractLog } from './trc20.ts';
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

/** What a call has logged, as the node gives it. */
export interface NodeLog {
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
  readonly internal_transactions?: readonly InternalTransaction[];
}

interface InternalTransaction {
  readonly caller_address: string;
  readonly transferTo_address?: string;
  readonly callValueInfo?: readonly { readonly callValue?: number; readonly tokenId?: string }[];
  /** What it is, as bytes in hexadecimal or as it is. */
  readonly note?: string;
  readonly rejected?: boolean;
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

/**
 * What a transaction does, by what was signed. Null if that cannot be read, or names others than the node says: then it counts for nothing,
 * and what came by it shows in a balance. Whoever can sign odd bytes must not keep a block from being followed.
 */
export function contractOf({ txid, raw, owner, to }: TronTransaction): Contract | null {
  const bytes = Buffer.from(data(raw), 'hex');
  // Its name is the hash of what was signed, so nobody can say that it did something else.
  if (txidOf(bytes) !== txid) throw new Contradiction(`what a node gives as transaction ${txid} is another`);
  const contract = readable(bytes);
  const paid = contract?.type === 'transfer' ? contract.to : null;
  return contract?.owner === owner && paid === to ? contract : null;
}

function readable(bytes: Uint8Array): Contract | null {
  try {
    return decodeRaw(bytes).contract;
  } catch (error) {
    if (error instanceof BrokenMessage) return null;
    throw error;
  }
}

/** Which contract has logged it. */
export function loggedBy({ address }: NodeLog): string {
  const contract = typeof address === 'string' ? address.toLowerCase() : '';
  return contract.length === 40 ? `41${contract}` : contract;
}

/** Whom a log names where one of a transfer names its receiver. */
export function receiverIn({ topics }: NodeLog): string {
  const topic: unknown = list(topics)[2];
  return typeof topic === 'string' ? `41${topic.slice(-40).toLowerCase()}` : '';
}

/** What is in a log. */
export function logOf({ topics, data: said }: NodeLog): ContractLog {
  return { topics: list(topics).map(data), data: data(said) };
}

/**
 * By which internal transactions somebody gets TRX. Nodes tell of stakes in the same form: what a contract freezes, or delegates to
 * somebody, moves nothing to whom it names.
 */
const MOVING: ReadonlySet<string> = new Set(['call', 'create', 'suicide']);

/** Ranked among those that move something: whether a node tells of the others is a setting of its own. */
function internalOf({ internal_transactions }: NodeInfo): ContractPayment[] {
  const moves = list(internal_transactions)
    .filter(({ note }) => MOVING.has(words(note)))
    .flatMap((each) => list(each.callValueInfo).map((value) => ({ ...each, ...value })));
  return moves.flatMap(({ rejected, caller_address, transferTo_address, callValue, tokenId }, rank) => {
    // What JSON cannot state exactly is left to the balance of whoever got it.
    const isTrx = Number.isSafeInteger(callValue) && (tokenId === undefined || tokenId === '');
    if (rejected === true || !isTrx || (callValue as number) <= 0 || transferTo_address === undefined)
      return [];
    const units = BigInt(callValue as number);
    return [{ from: account(caller_address), to: account(transferTo_address), units, rank }];
  });
}
