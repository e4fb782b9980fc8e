import { type Coin, NotEnough } from '../../chains/chain.ts';

/** Coins beside those that must be spent: the largest are tried, one after the other. */
const MOST_MORE = 5;

/** A payout whose earlier payment was cancelled: the next must spend a coin of the cancel. */
interface FreedPayout {
  readonly mustSpend: string | null;
}

/**
 * Pays payouts anew on a chain of coins. What is signed spends their coins of the cancel, which spends what the cancelled
 * payment did: no chain can ever hold both. Null if there are none, or not now.
 */
export async function payAnew<Payout extends FreedPayout, Signed extends object>(
  freed: readonly Payout[],
  own: readonly Coin[],
  free: readonly Coin[],
  sign: (payees: readonly Payout[], coins: readonly Coin[]) => Promise<Signed | NotEnough | 'unpayable'>,
): Promise<Signed | null> {
  const payees = freed.filter(({ mustSpend }) => own.some(({ spend }) => spend === mustSpend));
  if (payees.length === 0) return null;
  // With one among them that cannot be paid, each by itself.
  const groups = [payees, ...(payees.length > 1 ? payees.map((payee) => [payee]) : [])];
  for (const group of groups) {
    const needed = own.filter(({ spend }) => group.some(({ mustSpend }) => mustSpend === spend));
    const signed = await payGroup(group, needed, free, sign);
    if (signed === 'short') return null;
    if (signed !== 'unpayable') return signed;
  }
  return null;
}

async function payGroup<Payout extends FreedPayout, Signed extends object>(
  payees: readonly Payout[],
  own: readonly Coin[],
  free: readonly Coin[],
  sign: (payees: readonly Payout[], coins: readonly Coin[]) => Promise<Signed | NotEnough | 'unpayable'>,
): Promise<Signed | 'short' | 'unpayable'> {
  for (let more = 0; more <= Math.min(MOST_MORE, free.length); more++) {
    const signed = await sign(payees, [...own, ...free.slice(0, more)]);
    if (!(signed instanceof NotEnough)) return signed;
  }
  return 'short';
}
