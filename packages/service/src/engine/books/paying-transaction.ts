import type { Transaction, Transfer } from '../../chains/chain.ts';
import type { Reason } from '../../payouts/reasons.ts';
import { NotBooked } from './decide.ts';

/** A payout that the store believes to be unpaid. */
export interface CandidatePayout {
  readonly id: number;
  /** Null: it is of no order. */
  readonly orderId: number | null;
  readonly reason: Reason;
  readonly assetId: number;
  readonly address: string;
  readonly units: bigint;
}

/** A payout, and what a transaction paid to its receiver. */
export interface PaidPayout {
  readonly payout: CandidatePayout;
  readonly paidUnits: bigint;
}

/** What a transaction of ours paid, as far as payouts explain it. */
export interface Explained {
  readonly paid: readonly PaidPayout[];
  /** What no payout explains. */
  readonly rest: readonly Transfer[];
}

/**
 * Which payouts a transaction paid: the one that is said to be, and whatever other payouts the rest of it pays to the unit.
 * Another amount is another payment, unless an operator knows better. What goes back to the treasury is change.
 */
export function explain(
  { txid, transfers }: Transaction,
  payout: CandidatePayout,
  others: readonly CandidatePayout[],
  treasury: string,
  mayDiffer: boolean,
): Explained {
  const left = transfers.filter(({ address, units }) => address !== treasury && units > 0n);
  const take = (wanted: CandidatePayout, isWanted: (units: bigint) => boolean): Transfer | undefined => {
    const index = left.findIndex(
      ({ address, assetId, units }) =>
        isSame(address, wanted.address) && assetId === wanted.assetId && isWanted(units),
    );
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const exact = (wanted: CandidatePayout) => take(wanted, (units) => units === wanted.units);
  const made = exact(payout) ?? take(payout, () => true);
  if (made === undefined) {
    throw new NotBooked(
      `Transaction ${txid} pays nothing to ${payout.address} in the asset of payout ${payout.id}.`,
    );
  }
  if (made.units !== payout.units && !mayDiffer) {
    throw new NotBooked(
      `Transaction ${txid} pays ${made.units} units to ${payout.address}, payout ${payout.id} is of ${payout.units}. ` +
        'If it is the payment of this payout all the same: --amount-differs on; the treasury bears the difference.',
    );
  }
  const paid = [{ payout, paidUnits: made.units }];
  for (const other of others) {
    if (other.id !== payout.id && exact(other) !== undefined)
      paid.push({ payout: other, paidUnits: other.units });
  }
  if (left.length > 0 && !mayDiffer) {
    const rest = left.map(({ units, address }) => `${units} units to ${address}`).join(', ');
    throw new NotBooked(
      `Transaction ${txid} also pays ${rest}, which no payout explains. ` +
        'If it is a payment of ours all the same: --amount-differs on; the treasury bears it.',
    );
  }
  return { paid, rest: left };
}

/** Addresses of accounts are the same in whatever case; of others none differ in case alone. */
function isSame(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase();
}
