import type { Transaction, Transfer } from '../chain.ts';
import { stored } from './hex.ts';
import type { InternalTransfers } from './internal-transfers.ts';
import type { AssetIds, OurBlock } from './our-block.ts';
import type { PlainTransaction, TokenLog } from './read-block.ts';
import type { Receipt } from './receipts.ts';

/**
 * A transfer's index is the same whichever block its transaction ends up in: 0 is the value of the transaction itself,
 * then come the logs by their place in the transaction's receipt, and far behind them the transfers inside calls.
 */
export const NATIVE_INDEX = 0;
export const FIRST_LOG_INDEX = 1;
export const FIRST_INTERNAL_INDEX = 1_000_000_000;

/** Who sends tokens that are made in that moment. */
const ZERO = `0x${'0'.repeat(40)}`;

/** The block's transactions as the port has them. Of those that are none of our business only the txid is told. */
export function toTransactions(
  { block, part, receipts }: OurBlock,
  internal: InternalTransfers,
  assets: AssetIds,
): Transaction[] {
  const byTxid = new Map(receipts.map((receipt) => [receipt.txid, receipt]));
  const listed = new Set(block.transactions.map(({ txid }) => txid));
  // What the chain itself does is not among a block's transactions everywhere.
  const unlisted = [...part.tokenLogs.keys()].filter((txid) => !listed.has(txid));
  const all: readonly (Pick<PlainTransaction, 'txid'> & Partial<PlainTransaction>)[] = [
    ...block.transactions,
    ...unlisted.map((txid) => ({ txid })),
  ];
  const native = new Map(
    block.transactions.filter(({ txid }) => part.paid.has(txid)).map((tx) => [tx.txid, tx]),
  );
  return all.map(({ txid, from, nonce }) => {
    const receipt = byTxid.get(txid);
    const inside = internal.get(txid) ?? [];
    if (receipt === undefined && inside.length === 0) return { txid, sources: [], spends: [], transfers: [] };
    const isFailed = receipt?.isFailed ?? false;
    const logs = part.tokenLogs.get(txid) ?? [];
    const transfers = [
      ...nativeTransfer(native.get(txid), assets),
      ...tokenTransfers(logs, receipt, assets),
      ...inside.map(({ address, units, rank }) => ({
        index: FIRST_INTERNAL_INDEX + rank,
        address,
        assetId: assets.nativeAssetId,
        units,
      })),
    ];
    // Whoever pays for the transaction may do it for somebody else: what a log or a call says of who sent it counts too.
    const senders = [
      ...(from === undefined ? [] : [from]),
      ...logs.map((log) => log.from),
      ...inside.map((move) => move.from),
    ];
    const sources = [
      ...new Set(senders.flatMap((each) => (each === null || each === ZERO ? [] : [stored(each)]))),
    ];
    return {
      txid,
      sources,
      spends: part.sent.has(txid) ? [`${stored(from as string)}#${nonce}`] : [],
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
