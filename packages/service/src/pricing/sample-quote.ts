import type { Asset } from '../catalog/catalogue.ts';
import { fromUnits } from '../money/units.ts';
import { type Moment, priceOfNow } from './prices-of-now.ts';

/** What can be exchanged here for what, and how much of it, to try it with. */
interface SamplePair {
  readonly from: Asset;
  readonly to: Asset;
  readonly units: bigint;
}

/** Null if nothing can be exchanged. */
export function samplePair(moment: Moment): SamplePair | null {
  const isPriced = (asset: Asset) => priceOfNow(moment, asset) !== null;
  const there = moment.catalogue.assets.filter((asset) => !asset.isAbsent && isPriced(asset));
  const from = there.find(({ canSend }) => canSend);
  const to = there.find((asset) => asset.canReceive && asset !== from && asset.treasuryUnits > 0n);
  return from === undefined || to === undefined ? null : { from, to, units: sampleUnits(from) };
}

/** Above the least that is taken. */
export function sampleUnits({ minUnits, maxUnits }: Asset): bigint {
  return minUnits * 10n < maxUnits ? minUnits * 10n : minUnits;
}

/** The body of a quote that can be had here, to try it with; null if nothing can be exchanged. */
export function sampleQuote(moment: Moment): string | null {
  const pair = samplePair(moment);
  if (pair === null) return null;
  const { from, to, units } = pair;
  const quantity = fromUnits(units, from.decimals);
  const body = [
    `"exchange_mode":"float","from_chain":"${from.chain.name}","from_abbr":"${from.abbr}","from_quantity":${quantity}`,
    `"to_address":[{"to_chain":"${to.chain.name}","to_abbr":"${to.abbr}"}]`,
  ];
  return `{${body.join(',')}}`;
}
