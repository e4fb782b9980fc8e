import type { Asset } from '../catalog/catalogue.ts';
import { fromUnits } from '../money/units.ts';
import { type Moment, priceOfNow } from './prices-of-now.ts';

/** The body of a quote that can be had here, to try it with; null if nothing can be exchanged. */
export function sampleQuote(moment: Moment): string | null {
  const isPriced = (asset: Asset) => priceOfNow(moment, asset) !== null;
  const there = moment.catalogue.assets.filter((asset) => !asset.isAbsent && isPriced(asset));
  const from = there.find(({ canSend }) => canSend);
  const to = there.find((asset) => asset.canReceive && asset !== from && asset.treasuryUnits > 0n);
  if (from === undefined || to === undefined) return null;
  const quantity = fromUnits(
    from.minUnits * 10n < from.maxUnits ? from.minUnits * 10n : from.minUnits,
    from.decimals,
  );
  const body = [
    `"exchange_mode":"float","from_chain":"${from.chain.name}","from_abbr":"${from.abbr}","from_quantity":${quantity}`,
    `"to_address":[{"to_chain":"${to.chain.name}","to_abbr":"${to.abbr}"}]`,
  ];
  return `{${body.join(',')}}`;
}
