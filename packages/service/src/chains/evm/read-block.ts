import { Contradiction } from '../rpc/endpoints.ts';
import { type BlocksAhead, type RawBlock, readOne } from './blocks-ahead.ts';
import { Bloom } from './bloom.ts';
import { type RpcLog, type TokenMove, TRANSFER_TOPIC, transferCall, transferOf } from './erc20.ts';
import type { Rpc } from './evm-rpc.ts';
import { account, count, fixedData, hash, quantity } from './hex.ts';
import { logsByReceipts } from './receipts.ts';
import type { RpcTransaction } from './rpc-block.ts';

/** A transaction as its sender wrote it. Accounts in lower case. */
export interface PlainTransaction {
  readonly txid: string;
  readonly from: string;
  /** Null if it makes a contract. */
  readonly to: string | null;
  readonly units: bigint;
  readonly nonce: number;
}

export interface TokenLog extends TokenMove {
  readonly txid: string;
  /** Its place among all logs of the block. */
  readonly logIndex: number;
}

/** A block as a node gives it, before we know what of it is ours. */
export interface PlainBlock {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly minedAt: number;
  /** What the block itself says of its logs. */
  readonly logsBloom: string;
  readonly transactions: readonly PlainTransaction[];
  /** Those that call a known token to pay somebody. They must have left a log, unless they failed. */
  readonly tokenCalls: readonly { readonly txid: string; readonly to: string }[];
  /** The movements of known tokens, by the logs. */
  readonly tokenLogs: readonly TokenLog[];
}

export interface LogReading {
  /** The known tokens, in lower case. */
  readonly contracts: readonly string[];
  /**
   * True: the logs are compared with the receipts, which must account for the whole bloom, unless that excludes the known
   * tokens. Costs more, misses less.
   */
  readonly fromReceipts: boolean;
  /** Where blocks up to a height are asked for next. */
  readonly ahead?: { readonly blocks: BlocksAhead; readonly upTo: number };
}

/** Reads a block and the movements of known tokens in it; null if the node has none at this height yet. */
export async function readBlock(rpc: Rpc, height: number, reading: LogReading): Promise<PlainBlock | null> {
  const { contracts, ahead } = reading;
  const raw = await (ahead?.blocks.read(rpc, height, ahead.upTo, contracts) ?? readOne(rpc, height));
  if (raw === null) return null;
  const { block } = raw;
  if (count(block.number) !== height) {
    throw new Contradiction(`${rpc.host} gives block ${count(block.number)} when asked for ${height}`);
  }
  const transactions = block.transactions.map(plain);
  const logs = contracts.length === 0 ? [] : await transferLogs(rpc, raw, transactions, reading);
  return {
    height,
    hash: hash(block.hash),
    parent: hash(block.parentHash),
    minedAt: count(block.timestamp),
    logsBloom: fixedData(block.logsBloom, 256),
    transactions,
    tokenCalls: block.transactions.flatMap((each) => tokenCall(each, contracts)),
    tokenLogs: logs.flatMap(tokenLog),
  };
}

export function plain({ hash: txid, from, to, value, nonce }: RpcTransaction): PlainTransaction {
  return {
    txid: hash(txid),
    from: account(from),
    // Contracts are made by transactions to nobody.
    to: to ? account(to) : null,
    units: quantity(value),
    nonce: count(nonce),
  };
}

function tokenCall(transaction: RpcTransaction, contracts: readonly string[]) {
  const { txid, from, to } = plain(transaction);
  const move =
    to !== null && contracts.includes(to) ? transferCall(to, from, transaction.input.toLowerCase()) : null;
  return move === null || move.units === 0n ? [] : [{ txid, to: move.to }];
}

/** What a log says, if it is the transfer of a token. */
export function tokenLog(log: RpcLog): TokenLog[] {
  const move = transferOf(log);
  return move === null ? [] : [{ ...move, txid: hash(log.transactionHash), logIndex: count(log.logIndex) }];
}

/**
 * The `Transfer` logs of known tokens. A node may have lost logs, or a filter of its may be broken, and an empty
 * answer looks like an empty block. So what the block's bloom promises and the answer lacks is looked for in the
 * receipts. An answer about several blocks that lacks such a thing may be of a node that has heard of fewer: it is asked
 * about this block by itself first.
 */
async function transferLogs(
  rpc: Rpc,
  { block, logs: ofMany }: RawBlock,
  transactions: readonly PlainTransaction[],
  { contracts, fromReceipts }: LogReading,
): Promise<readonly RpcLog[]> {
  const blockHash = hash(block.hash);
  const bloom = new Bloom(block.logsBloom);
  const mayHave = (some: readonly string[]) =>
    bloom.mayHave(TRANSFER_TOPIC) && some.some((contract) => bloom.mayHave(contract));
  const mayLack = (logs: readonly RpcLog[]) =>
    mayHave(contracts.filter((contract) => !logs.some(({ address }) => account(address) === contract)));

  const logs = ofMany === null || mayLack(ofMany) ? await logsOfBlock(rpc, blockHash, contracts) : ofMany;
  // Some chains fill no blooms: an empty one excludes nothing, unless there was nothing to do.
  const hasNone = transactions.length === 0 || (!bloom.isEmpty && !mayHave(contracts));
  const isExcluded = hasNone && logs.length === 0;
  if (!mayLack(logs) && (!fromReceipts || isExcluded)) return logs;

  const txids = transactions.map(({ txid }) => txid);
  const all = await logsByReceipts(rpc, { hash: blockHash, logsBloom: block.logsBloom, txids });
  const isWanted = ({ address, topics }: RpcLog) =>
    topics[0] === TRANSFER_TOPIC && contracts.includes(account(address));
  const given = new Set(logs.map(({ logIndex }) => count(logIndex)));
  const missing = all.filter(isWanted).find(({ logIndex }) => !given.has(count(logIndex)));
  if (missing) {
    throw new Contradiction(
      `${rpc.host} leaves out a transfer of ${missing.address} in transaction ${missing.transactionHash} ` +
        'when asked for logs: its index of logs is broken. Repair the node, or use another',
    );
  }
  return logs;
}

async function logsOfBlock(rpc: Rpc, blockHash: string, contracts: readonly string[]): Promise<RpcLog[]> {
  const filter = { blockHash, address: contracts, topics: [TRANSFER_TOPIC] };
  const logs = await rpc.call<RpcLog[]>('eth_getLogs', [filter]);
  if (logs.some((log) => hash(log.blockHash) !== blockHash)) {
    throw new Contradiction(`${rpc.host} gives logs of another block than it was asked for`);
  }
  return logs;
}
