import type { Posting } from '../ledger/accounts.ts';
import { split } from '../money/split.ts';

/** An exchange that was made, one entry of which is not paid out. */
export interface UnpaidEntry {
  readonly orderId: number;
  /** Which entry. */
  readonly entry: number;
  /** The source asset, what arrived of it, and the shares of all entries. */
  readonly sourceId: number;
  readonly receivedUnits: bigint;
  readonly shares: readonly bigint[];
  /** The entry's asset, and what of it was meant for the receiver, for us and for the network. */
  readonly assetId: number;
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly networkFeeUnits: bigint;
}

/** What is given back instead of an entry's output, and where every unit goes. */
export interface EntryRefund {
  /** The entry's part of the source. */
  readonly partUnits: bigint;
  /** What its client gets; 0 where that is not worth its network fee. */
  readonly units: bigint;
  readonly postings: readonly Posting[];
}

/**
 * Undoes the exchange of one entry at the very prices at which it was made: its part of the source is its client's again,
 * less the network fee, and no service fee is earned with it. What rounding left stays where it is.
 */
export function entryRefund(unpaid: UnpaidEntry, networkFee: bigint, leastUnits: bigint): EntryRefund {
  const { orderId, entry, sourceId, assetId, units, feeUnits, networkFeeUnits } = unpaid;
  const partUnits = split(unpaid.receivedUnits, unpaid.shares)[entry] as bigint;
  const isWorthIt = partUnits - networkFee >= leastUnits;
  const charged = isWorthIt ? networkFee : partUnits;
  const name = `entry ${entry} of order ${orderId}`;
  return {
    partUnits,
    units: partUnits - charged,
    postings: [
      {
        why: `${name} not exchanged after all`,
        entries: [
          { account: 'order', orderId, assetId, units },
          { account: 'fee', assetId, units: feeUnits },
          { account: 'network', assetId, units: networkFeeUnits },
          { account: 'treasury', assetId, units: -(units + feeUnits + networkFeeUnits) },
          { account: 'treasury', assetId: sourceId, units: partUnits },
          { account: 'order', orderId, assetId: sourceId, units: -partUnits },
        ],
      },
      {
        why: isWorthIt ? `${name} refunded, network fee` : `${name} is not worth its network fee`,
        entries: [
          { account: 'order', orderId, assetId: sourceId, units: charged },
          { account: isWorthIt ? 'network' : 'treasury', assetId: sourceId, units: -charged },
        ],
      },
    ],
  };
}
