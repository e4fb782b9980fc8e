import { atRate, rateOf, type Side } from '@swapdesk/contract';
import type { Posting } from '../ledger/accounts.ts';
import { split } from '../money/split.ts';
import { chargePpm, earnedPpm } from '../pricing/charge.ts';
import { type EntryTerms, type QuotedUnits, quote } from '../pricing/quote.ts';

/** One receive entry on which is agreed. */
export interface ExchangeEntry extends EntryTerms {
  readonly assetId: number;
}

/** What an exchange gives each entry, and where every unit goes. */
export interface Exchanged {
  readonly entries: readonly {
    readonly units: bigint;
    /** The service fee, and a markup with it. */
    readonly feeUnits: bigint;
    /** What of it a partner has put on top. */
    readonly markupUnits: bigint;
    /** What it takes from the treasury, fees included. */
    readonly worth: bigint;
  }[];
  readonly posting: Posting;
}

/**
 * Exchanges what arrived. Of what an entry's part is worth in its asset, the receiver gets what the formula of the
 * interface gives; the service fee, the network fee and what rounding leaves go to accounts of their own. With
 * `agreedUnits` the amounts are those of so many units, as was agreed: the treasury bears the difference.
 */
export function exchange(
  order: { readonly id: number; readonly assetId: number; readonly source: Side },
  arrivedUnits: bigint,
  entries: readonly ExchangeEntry[],
  agreedUnits = arrivedUnits,
): Exchanged {
  const { source } = order;
  const quoted = quote(source, agreedUnits, entries);
  const parts = split(
    agreedUnits,
    entries.map(({ share }) => share),
  );
  const results = entries.map((entry, n) => {
    const worth = worthOf(source, parts[n] as bigint, entry);
    const { markupPpm = 0 } = entry;
    const earned = earnedPpm(entry);
    const kept = (ppm: number) => atRate(parts[n] as bigint, rateOf(source, entry, ppm));
    const afterMarkup = kept(earned + markupPpm);
    const feeUnits = worth - afterMarkup;
    const markupUnits = markupPpm === 0 ? 0n : kept(earned) - afterMarkup;
    const afterFee = kept(chargePpm(entry));
    // What a fixed price costs stays with the treasury, which bears what the price does meanwhile; so does what is dearer
    // because the treasury lacks it.
    const { units } = quoted[n] as QuotedUnits;
    return { entry, units, feeUnits, markupUnits, worth: afterFee + feeUnits, afterFee };
  });
  return {
    entries: results.map(({ units, feeUnits, markupUnits, worth }) => ({
      units,
      feeUnits,
      markupUnits,
      worth,
    })),
    posting: {
      why: 'exchanged',
      entries: [
        { account: 'order', orderId: order.id, assetId: order.assetId, units: arrivedUnits },
        { account: 'treasury', assetId: order.assetId, units: -arrivedUnits },
        ...results.flatMap(({ entry: { assetId, networkFeeUnits }, units, worth, afterFee }) => [
          { account: 'treasury' as const, assetId, units: worth },
          { account: 'order' as const, orderId: order.id, assetId, units: -units },
          { account: 'fee' as const, assetId, units: afterFee - worth },
          { account: 'network' as const, assetId, units: -networkFeeUnits },
          { account: 'rounding' as const, assetId, units: units + networkFeeUnits - afterFee },
        ]),
      ],
    },
  };
}

/** What a part of the source is worth in an entry's asset before any fee, rounded down. */
export function worthOf(source: Side, part: bigint, entry: Side): bigint {
  return atRate(part, rateOf(source, entry, 0));
}
