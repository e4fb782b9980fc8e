import type { Transaction, Transfer, Watch } from '../chain.ts';
import { ownSpend } from '../expiry.ts';
import { toText } from './account.ts';
import type { TronBlock, TronTransaction } from './read-block.ts';
import { movementIn } from './trc20.ts';

/** The assets of the chain. */
export interface TronAssets {
  readonly nativeAssetId: number;
  /** By contract, in hex. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Who lends deposit addresses energy, as people write it; null: nobody. */
  readonly lender: string | null;
}

/**
 * A transfer's index is the same whichever block its transaction ends up in: 0 is TRX that the transaction itself pays,
 * then come the logs by their place in its receipt, and far behind them what contracts pay.
 */
export const NATIVE_INDEX = 0;
export const FIRST_LOG_INDEX = 1;
export const FIRST_INTERNAL_INDEX = 1_000_000_000;

/** From nobody: tokens that are made in that moment. */
const NOBODY = `41${'00'.repeat(20)}`;

/** A movement; accounts in hex. */
interface Move {
  readonly index: number;
  readonly from: string;
  readonly to: string;
  readonly assetId: number;
  readonly units: bigint;
}

/** The block's transactions as the port has them. Of those that are none of our business only the txid is told. */
export function toTransactions(
  { transactions }: Pick<TronBlock, 'transactions'>,
  watch: Watch,
  assets: TronAssets,
): Transaction[] {
  return transactions.map((transaction) => {
    const { txid, contract, isFailed, feeUnits } = transaction;
    const toUs = movesOf(transaction, assets).filter(({ to }) => watch(toText(to)));
    const sender = contract.owner === null ? null : toText(contract.owner);
    const isLenders = sender !== null && sender === assets.lender;
    const isFromUs = sender !== null && (isLenders || watch(sender));
    if (toUs.length === 0 && !isFromUs) return { txid, sources: [], spends: [], transfers: [] };
    // Whoever pays for the transaction may do it for somebody else: what a log or a call says of who sent it counts too.
    const senders = toUs.map(({ from }) => from).filter((from) => from !== NOBODY);
    const sources = new Set([...(sender === null ? [] : [sender]), ...senders.map(toText)]);
    return {
      txid,
      sources: [...sources],
      spends: isFromUs ? [ownSpend(sender, txid)] : [],
      transfers: toUs.map(toTransfer),
      ...(isFailed && { isFailed }),
      // Who lends pays for it: nothing of that is ours.
      ...(isFromUs && { feeUnits: isLenders ? 0n : feeUnits }),
    };
  });
}

function toTransfer({ index, to, assetId, units }: Move): Transfer {
  return { index, address: toText(to), assetId, units };
}

/** All that a transaction moves of assets that we know; nothing if it failed. */
function movesOf(transaction: TronTransaction, { nativeAssetId, tokens }: TronAssets): Move[] {
  const { contract, logs, internal, isFailed } = transaction;
  if (isFailed) return [];
  const moves: Move[] = [];
  if (contract.type === 'transfer') {
    const { owner: from, to, units } = contract;
    moves.push({ index: NATIVE_INDEX, from, to, assetId: nativeAssetId, units });
  }
  for (const [place, log] of logs.entries()) {
    const assetId = tokens.get(log.contract);
    const move = assetId === undefined ? null : movementIn(log);
    if (assetId !== undefined && move !== null)
      moves.push({ index: FIRST_LOG_INDEX + place, assetId, ...move });
  }
  for (const { from, to, units, rank } of internal)
    moves.push({ index: FIRST_INTERNAL_INDEX + rank, from, to, assetId: nativeAssetId, units });
  return moves.filter(({ units }) => units > 0n);
}

/** Every account that has a part in a block: of all others the balances are as before it. */
export function accountsIn({ transactions }: Pick<TronBlock, 'transactions'>): ReadonlySet<string> {
  const accounts = new Set<string>();
  for (const { contract, logs, internal } of transactions) {
    if (contract.owner !== null) accounts.add(contract.owner);
    if (contract.type === 'transfer') accounts.add(contract.to);
    for (const { topics } of logs) for (const topic of topics.slice(1)) accounts.add(`41${topic.slice(-40)}`);
    for (const { from, to } of internal) accounts.add(from).add(to);
  }
  return accounts;
}
