import type { Transaction, Transfer, Watch } from '../chain.ts';
import { durableSpend } from '../durable.ts';
import { ownSpend } from '../expiry.ts';
import { AccountChanges, type TokenChange } from './account-changes.ts';
import { associatedAccount } from './derived-address.ts';
import { takersIn } from './fee-takers.ts';
import { isTokenProgram } from './program-ids.ts';
import type { ToldTransaction } from './read-block.ts';
import type { Remarks } from './said.ts';
import { unexpected } from './values.ts';

/** What is counted, and for whom. */
export interface Counting {
  readonly treasury: string;
  readonly nativeAssetId: number;
  /** Assets by their mint. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** What else is known of a transaction: the nonce that one of the treasury's used up, if it named one, and what is said with it. */
export type ToldOf = (
  txid: string,
) => Remarks & { readonly nonce: { readonly account: string; readonly value: string } | null };

export interface OurTransactions {
  readonly transactions: readonly Transaction[];
  /** Assets of which less arrived than was sent. */
  readonly feeTakers: readonly number[];
}

/** A transaction names no more accounts than this; what came of tokens is numbered behind what came of the native coin. */
const MOST_ACCOUNTS = 256;

/** Which of a block's transactions anybody whom we watch has a part in, the treasury among them. */
export function amongOurs(
  transactions: readonly ToldTransaction[],
  { treasury, tokens }: Counting,
  watch: Watch,
): AccountChanges[] {
  const isOurs = (address: string) => address === treasury || watch(address);
  return transactions.flatMap((told) => {
    // Most change nothing that could be ours, and of those nothing more is read.
    const isFound =
      told.transaction.accountKeys.some(
        ({ pubkey }, n) =>
          (n === 0 || told.meta?.preBalances[n] !== told.meta?.postBalances[n]) && isOurs(pubkey),
      ) ||
      (told.meta?.postTokenBalances ?? []).some(
        ({ mint, owner }) => tokens.has(mint) && owner !== undefined && isOurs(owner),
      );
    return isFound ? [new AccountChanges(told, isOurs)] : [];
  });
}

/** The same as the port has them. */
export function toTransactions(
  ours: readonly AccountChanges[],
  counting: Counting,
  toldOf: ToldOf,
): OurTransactions {
  const feeTakers = new Set<number>();
  const transactions = ours.map((changes): Transaction => {
    for (const assetId of takersIn(changes, counting.tokens)) feeTakers.add(assetId);
    const sources = sourcesOf(changes, counting);
    const { txid } = changes;
    const isOurs = changes.feePayer === counting.treasury;
    const { nonce: named, ...said } = toldOf(txid);
    const nonce = isOurs ? named : null;
    return {
      txid,
      sources,
      spends: nonce === null ? sources.map((source) => ownSpend(source, txid)) : [durableSpend(nonce)],
      transfers: changes.isFailed ? [] : transfersOf(changes, counting),
      ...(changes.isFailed && { isFailed: true }),
      ...(isOurs ? { feeUnits: ownCost(changes) } : said),
    };
  });
  return { transactions, feeTakers: [...feeTakers] };
}

/** What it cost whoever paid the fee: with what token accounts keep that were opened, less what closed ones gave back; null as there. */
function costTo(changes: AccountChanges): bigint | null {
  const rents = changes.isFailed ? [] : [...changes.tokens()].map(({ native }) => native);
  return rents.reduce<bigint | null>(plus, changes.feeUnits);
}

/** What we paid is exact, or not believed. */
function ownCost(changes: AccountChanges): bigint {
  const cost = costTo(changes);
  if (cost === null) throw unexpected('an amount', changes.txid);
  return cost;
}

function plus(one: bigint | null, other: bigint | null): bigint | null {
  return one === null || other === null ? null : one + other;
}

export function transfersOf(changes: AccountChanges, { nativeAssetId, tokens }: Counting): Transfer[] {
  const touched = [...changes.tokens()];
  const tokenAccounts = new Set(touched.map(({ account }) => account));
  const native = [...changes.native()].flatMap(({ index, address, change }): Transfer[] => {
    // What token accounts keep is the cost of having them.
    if (tokenAccounts.has(address)) return [];
    const units = address === changes.feePayer ? plus(change, costTo(changes)) : change;
    return units !== null && units > 0n ? [{ index, address, assetId: nativeAssetId, units }] : [];
  });
  const moved = touched.flatMap((change): Transfer[] => {
    const assetId = tokens.get(change.mint);
    const units = change.after - change.before;
    if (assetId === undefined || units <= 0n || !isAssociated(change)) return [];
    return [{ index: MOST_ACCOUNTS + change.index, address: change.owner, assetId, units }];
  });
  return [...native, ...moved];
}

/** What lies in another account of the same owner is where nobody looks for it: no wallet sends there by itself. */
function isAssociated({ account, owner, mint, program }: TokenChange): boolean {
  return isTokenProgram(program) && associatedAccount(owner, mint, program) === account;
}

/** Who paid: of a sweep the deposit address first, then whoever paid the fee; else that one first. */
function sourcesOf(changes: AccountChanges, { treasury, tokens }: Counting): string[] {
  const payers = [
    ...[...changes.native()].flatMap(({ address, isLess }) => (isLess ? [address] : [])),
    ...[...changes.tokens()].flatMap(({ owner, mint, before, after }) =>
      tokens.has(mint) && after < before ? [owner] : [],
    ),
  ];
  const tokenAccounts = new Set([...changes.tokens()].map(({ account }) => account));
  const paid = payers.filter((address) => address !== changes.feePayer && !tokenAccounts.has(address));
  // Of a failed one nobody paid but for the fee; who else signed wanted to.
  const others = new Set(
    changes.isFailed ? changes.signers.filter((each) => each !== changes.feePayer) : paid,
  );
  return changes.feePayer === treasury ? [...others, changes.feePayer] : [changes.feePayer, ...others];
}
