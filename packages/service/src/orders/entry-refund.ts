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
  /** At which it was made. */
  readonly prices: EntryPrices;
}

/** What the source and an entry's asset are worth in USDT, counted in 10^-18. */
export interface EntryPrices {
  readonly source: bigint;
  readonly entry: bigint;
}

/** What is given back instead of an entry's output, and where every unit goes. */
export interface EntryRefund {
  /** What of the source is its client's again: the entry's part, or what its output is worth now if that is less. */
  readonly owedUnits: bigint;
  /** What of the part is not. */
  readonly keptUnits: bigint;
  /** What its client gets; 0 where that is not worth its network fee. */
  readonly units: bigint;
  readonly postings: readonly Posting[];
}

/**
 * Undoes the exchange of one entry: its part of the source is its client's again, less the network fee, and no service fee is
 * earned with it. What rounding left stays where it is. Whoever has a receiver that takes nothing until they want it to could
 * wait for what the market does and take the better of both: so where the output has become worth less than the part, they get
 * what it is worth, and the treasury keeps the rest.
 */
export function entryRefund(
  unpaid: UnpaidEntry,
  now: EntryPrices,
  networkFee: bigint,
  leastUnits: bigint,
): EntryRefund {
  const { orderId, entry, sourceId, assetId, units, feeUnits, networkFeeUnits } = unpaid;
  const partUnits = split(unpaid.receivedUnits, unpaid.shares)[entry] as bigint;
  const owedUnits = atMostWorth(partUnits, unpaid.prices, now);
  const isWorthIt = owedUnits - networkFee >= leastUnits;
  const charged = isWorthIt ? networkFee : owedUnits;
  const name = `entry ${entry} of order ${orderId}`;
  return {
    owedUnits,
    keptUnits: partUnits - owedUnits,
    units: owedUnits - charged,
    postings: [
      {
        why: `${name} not exchanged after all`,
        entries: [
          { account: 'order', orderId, assetId, units },
          { account: 'fee', assetId, units: feeUnits },
          { account: 'network', assetId, units: networkFeeUnits },
          { account: 'treasury', assetId, units: -(units + feeUnits + networkFeeUnits) },
          { account: 'treasury', assetId: sourceId, units: owedUnits },
          { account: 'order', orderId, assetId: sourceId, units: -owedUnits },
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

/** A part as it was, or as much less as its output has fallen against it since. */
function atMostWorth(partUnits: bigint, then: EntryPrices, now: EntryPrices): bigint {
  const [top, bottom] = [now.entry * then.source, now.source * then.entry];
  return top < bottom ? (partUnits * top) / bottom : partUnits;
}
