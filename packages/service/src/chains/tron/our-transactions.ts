import type { Transaction, Transfer, Watch } from '../chain.ts';
import { ownSpend } from '../expiry.ts';
import { toText } from './account.ts';
import type { TronBlock, TronTransaction } from './read-block.ts';
import { loggedBy, logOf, receiverIn } from './receipts.ts';
import { contractOf } from './signed-contract.ts';
import { movementIn } from './trc20.ts';

/** The assets of the chain. */
export interface TronAssets {
  readonly nativeAssetId: number;
  /** By contract, in hex. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Who lends deposit addresses energy, in hex; null: nobody. */
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
  const isOurs = watch.asInBlocks ?? ((account: string) => watch(toText(account)));
  return transactions.map((transaction) =>
    hasPart(transaction, isOurs, assets) ? ofOurs(transaction, watch, assets) : strangers(transaction),
  );
}

/** Whether anybody of ours may have a part in a transaction, by what the node says of it. */
function hasPart(
  { owner, to, logs, internal }: TronTransaction,
  isOurs: (account: string) => boolean,
  { tokens, lender }: TronAssets,
): boolean {
  if (owner !== null && (owner === lender || isOurs(owner))) return true;
  if (to !== null && isOurs(to)) return true;
  return (
    internal.some((payment) => isOurs(payment.to)) ||
    logs.some((log) => tokens.has(loggedBy(log)) && isOurs(receiverIn(log)))
  );
}

function strangers({ txid }: TronTransaction): Transaction {
  return { txid, sources: [], spends: [], transfers: [] };
}

function ofOurs(transaction: TronTransaction, watch: Watch, assets: TronAssets): Transaction {
  const { txid, owner, isFailed, feeUnits } = transaction;
  const toUs = movesOf(transaction, assets).filter(({ to }) => watch(toText(to)));
  const sender = owner === null ? null : toText(owner);
  const isLenders = owner !== null && owner === assets.lender;
  const isFromUs = sender !== null && (isLenders || watch(sender));
  if (toUs.length === 0 && !isFromUs) return strangers(transaction);
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
}

function toTransfer({ index, to, assetId, units }: Move): Transfer {
  return { index, address: toText(to), assetId, units };
}

/** All that a transaction moves of assets that we know; nothing if it failed. */
function movesOf(transaction: TronTransaction, { nativeAssetId, tokens }: TronAssets): Move[] {
  const { logs, internal, isFailed } = transaction;
  const contract = contractOf(transaction);
  if (isFailed) return [];
  const moves: Move[] = [];
  if (contract?.type === 'transfer') {
    const { owner: from, to, units } = contract;
    moves.push({ index: NATIVE_INDEX, from, to, assetId: nativeAssetId, units });
  }
  for (const [place, log] of logs.entries()) {
    const assetId = tokens.get(loggedBy(log));
    const move = assetId === undefined ? null : movementIn(logOf(log));
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
  for (const { owner, to, logs, internal } of transactions) {
    if (owner !== null) accounts.add(owner);
    if (to !== null) accounts.add(to);
    for (const log of logs)
      for (const topic of logOf(log).topics.slice(1)) accounts.add(`41${topic.slice(-40)}`);
    for (const { from, to } of internal) accounts.add(from).add(to);
  }
  return accounts;
}
