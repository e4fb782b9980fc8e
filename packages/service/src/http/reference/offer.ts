import type { Asset } from '../../catalog/catalogue.ts';
import { KNOWN_CHAINS } from '../../chains/known/known-chains.ts';
import { fromUnits } from '../../money/units.ts';
import type { Moment } from '../../pricing/prices-of-now.ts';
import { samplePair, sampleUnits } from '../../pricing/sample-quote.ts';

/** What the examples exchange: something that can be had here. */
export interface Offer {
  readonly from: OfferedAsset;
  readonly to: OfferedAsset;
  readonly quantity: string;
  /** Half of it. */
  readonly half: string;
  /** Where it can be received; null where the coins are real: then whoever tries it says an address of theirs. */
  readonly address: string | null;
  readonly refundAddress: string | null;
  /** Of the receive chain, to look at. */
  readonly sampleAddress: string;
}

interface OfferedAsset {
  readonly chain: string;
  readonly abbr: string;
}

/** What is offered at a moment; if nothing is, what will be. */
export function offerOf(moment: Moment, isSimulated: boolean): Offer {
  const { from, to } = samplePair(moment) ?? fallback(moment);
  const units = sampleUnits(from);
  const sampleAddress = sampleAddressOf(to);
  return {
    from: named(from),
    to: named(to),
    quantity: fromUnits(units, from.decimals),
    half: fromUnits(units / 2n, from.decimals),
    address: isSimulated ? sampleAddress : null,
    refundAddress: isSimulated ? sampleAddressOf(from) : null,
    sampleAddress,
  };
}

function fallback({ catalogue: { assets } }: Moment): { from: Asset; to: Asset } {
  const [from, to = from] = assets.filter(({ isAbsent }) => isAbsent !== true);
  if (from === undefined || to === undefined) throw new Error('the catalogue has no assets');
  return { from, to };
}

function named({ chain, abbr }: Asset): OfferedAsset {
  return { chain: chain.name, abbr };
}

function sampleAddressOf({ chain }: Asset): string {
  return KNOWN_CHAINS.find(({ name }) => name === chain.name)?.sampleAddress ?? '';
}
