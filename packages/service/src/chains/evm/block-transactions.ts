import type { Transaction, Transfer, Watch } from '../chain.ts';
import { Contradiction } from './endpoints.ts';
import type { Rpc } from './evm-rpc.ts';
import { stored } from './hex.ts';
import type { InternalTransfers } from './internal-transfers.ts';
import { type PlainBlock, type PlainTransaction, type TokenLog, tokenLog } from './read-block.ts';
import { type Receipt, receiptsOf } from './receipts.ts';

/**
 * A transfer's index is the same whichever block its transaction ends up in: 0 is the value of the transaction itself,
 * then come the logs by their place in the transaction's receipt, and far behind them the transfers inside calls.
 */
export const NATIVE_INDEX = 0;
export const FIRST_LOG_INDEX = 1;
export const FIRST_INTERNAL_INDEX = 1_000_000_000;

export interface AssetIds {
  readonly nativeAssetId: number;
  /** By contract in lower case. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** What of a block may be our business. */
export interface Part {
  /** Pays the native coin to one of ours. */
  readonly paid: ReadonlySet<string>;
  /** Calls a token to pay one of ours. */
  readonly called: ReadonlySet<string>;
  /** Sent by one of ours. */
  readonly sent: ReadonlySet<string>;
  /** Pays tokens to one of ours, by transaction. */
  readonly tokenLogs: ReadonlyMap<string, readonly TokenLog[]>;
  /** True for a log that belongs to these. */
  readonly isToUs: (log: TokenLog) => boolean;
}

/** Which transactions of a block matter to those we watch. */
export function partOf(block: PlainBlock, watch: Watch, { tokens }: AssetIds): Part {
  const isWatched = remembered(watch);
  const isToUs = ({ contract, to, units }: TokenLog) => units > 0n && tokens.has(contract) && isWatched(to);
  const tokenLogs = new Map<string, TokenLog[]>();
  for (const log of block.tokenLogs.filter(isToUs)) {
    tokenLogs.set(log.txid, [...(tokenLogs.get(log.txid) ?? []), log]);
  }
  const txidsOf = (matters: (transaction: PlainTransaction) => boolean) =>
    new Set(block.transactions.filter(matters).map(({ txid }) => txid));
  return {
    paid: txidsOf(({ to, units }) => units > 0n && to !== null && isWatched(to)),
    called: new Set(block.tokenCalls.filter(({ to }) => isWatched(to)).map(({ txid }) => txid)),
    sent: txidsOf(({ from }) => isWatched(from)),
    tokenLogs,
    isToUs,
  };
}

/** An account of a busy exchange is in a block many times, and its EIP-55 form costs a hash. */
function remembered(watch: Watch): Watch {
  const known = new Map<string, boolean>();
  return (account) => {
    const answer = known.get(account) ?? watch(stored(account));
    known.set(account, answer);
    return answer;
  };
}

/**
 * The receipts of what matters. They must tell of the same transfers to us as the logs of the block: a node that has
 * left out the log of a plain payment is caught by this, however many others it gave.
 */
export async function readReceipts(rpc: Rpc, block: PlainBlock, part: Part): Promise<Receipt[]> {
  const txids = new Set([...part.paid, ...part.called, ...part.sent, ...part.tokenLogs.keys()]);
  const receipts = await receiptsOf(rpc, block.hash, [...txids]);
  for (const { txid, logs } of receipts) {
    const inReceipt = logs.flatMap(tokenLog).filter(part.isToUs).map(placeOf);
    const inBlock = (part.tokenLogs.get(txid) ?? []).map(placeOf);
    if (inReceipt.join() !== inBlock.join()) {
      throw new Contradiction(
        `${rpc.host} tells other transfers of transaction ${txid} by its logs than by its receipt: ` +
          'its index of logs is broken. Repair the node, or use another',
      );
    }
  }
  return receipts;
}

function placeOf({ logIndex, contract, to, units }: TokenLog): string {
  return `${logIndex} ${contract} ${to} ${units}`;
}

/** The block's transactions as the port has them. Of those that are none of our business only the txid is told. */
export function toTransactions(
  block: PlainBlock,
  part: Part,
  receipts: readonly Receipt[],
  internal: InternalTransfers,
  assets: AssetIds,
): Transaction[] {
  const byTxid = new Map(receipts.map((receipt) => [receipt.txid, receipt]));
  const listed = new Set(block.transactions.map(({ txid }) => txid));
  // What the chain itself does is not among a block's transactions everywhere.
  const unlisted = [...part.tokenLogs.keys()].filter((txid) => !listed.has(txid));
  const all: readonly { readonly txid: string; readonly from?: string }[] = [
    ...block.transactions,
    ...unlisted.map((txid) => ({ txid })),
  ];
  const native = new Map(
    block.transactions.filter(({ txid }) => part.paid.has(txid)).map((tx) => [tx.txid, tx]),
  );
  return all.map(({ txid, from }) => {
    const receipt = byTxid.get(txid);
    const inside = internal.get(txid) ?? [];
    if (receipt === undefined && inside.length === 0) return { txid, sources: [], spends: [], transfers: [] };
    const isFailed = receipt?.isFailed ?? false;
    const transfers = [
      ...nativeTransfer(native.get(txid), assets),
      ...tokenTransfers(part.tokenLogs.get(txid) ?? [], receipt, assets),
      ...inside.map(({ address, units, rank }) => ({
        index: FIRST_INTERNAL_INDEX + rank,
        address,
        assetId: assets.nativeAssetId,
        units,
      })),
    ];
    return {
      txid,
      sources: from === undefined ? [] : [stored(from)],
      spends: [],
      transfers: isFailed ? [] : transfers,
      ...(isFailed && { isFailed }),
      ...(receipt && part.sent.has(txid) && { feeUnits: receipt.feeUnits }),
    };
  });
}

function nativeTransfer(transaction: PlainTransaction | undefined, { nativeAssetId }: AssetIds): Transfer[] {
  if (!transaction?.to) return [];
  const { to, units } = transaction;
  return [{ index: NATIVE_INDEX, address: stored(to), assetId: nativeAssetId, units }];
}

function tokenTransfers(
  logs: readonly TokenLog[],
  receipt: Receipt | undefined,
  { tokens }: AssetIds,
): Transfer[] {
  const places = receipt?.logs.map(({ logIndex }) => Number(logIndex)) ?? [];
  return logs.flatMap(({ logIndex, contract, to, units }) => {
    const assetId = tokens.get(contract);
    if (assetId === undefined) return [];
    return [{ index: FIRST_LOG_INDEX + places.indexOf(logIndex), address: stored(to), assetId, units }];
  });
}
