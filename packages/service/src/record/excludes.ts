/** As much of a transaction of ours as tells which others it keeps out of its chain. */
export interface Spending {
  readonly chainId: number;
  readonly txid: string;
  /** Coins (txid:index), an account and its nonce (address#nonce), a nonce account and its value (account=value), or where it expires itself (address@txid), which nothing shares. */
  readonly spends: readonly string[];
}

/** Those of our transactions on the chain that are on record. */
export type Ours = (txid: string) => Promise<Spending | null>;

/** A payment spends a coin of the cancel that made room for it, and so on: seldom more than two. */
const MOST_PARENTS = 16;

/**
 * Whether no chain can ever hold both: they spend the same, or the later one spends what only a transaction of ours gives
 * that itself excludes the earlier one.
 */
export async function excludes(later: Spending, earlier: Spending, ours: Ours, depth = 0): Promise<boolean> {
  if (later.chainId !== earlier.chainId || later.txid === earlier.txid) return false;
  if (later.spends.some((spend) => earlier.spends.includes(spend))) return true;
  if (depth === MOST_PARENTS) return false;
  for (const spend of later.spends) {
    const parent = await ours(spend.split(':')[0] as string);
    if (parent !== null && (await excludes(parent, earlier, ours, depth + 1))) return true;
  }
  return false;
}
