import { type Factor, FEE_DECIMALS, FIXED_DECIMALS, formatDecimal, type Side } from '@swapdesk/contract';
import { formatFixed } from '../money/fixed.ts';
import { split } from '../money/split.ts';
import { fromUnits, powerOfTen } from '../money/units.ts';
import { usedSkewPpm } from './charge.ts';
import { type EntryTerms, quote } from './quote.ts';

const WHOLE = powerOfTen(FEE_DECIMALS);

/**
 * How what each entry gets comes about: every factor from the market's price to what is promised, each with what is left after
 * it. In USDT all of it is exact; behind the division it is in the entry's asset, rounded down to its unit and then to what is
 * promised. That is what `quote` says, by which all is promised and paid: what the last rounding takes follows from it.
 */
export function factorsOf(source: Side, units: bigint, entries: readonly EntryTerms[]): Factor[][] {
  const parts = split(
    units,
    entries.map(({ share }) => share),
  );
  const quoted = quote(source, units, entries);
  return entries.map((entry, n) => entryFactors(source, parts[n] as bigint, entry, quoted[n]?.units ?? 0n));
}

function entryFactors(source: Side, part: bigint, entry: EntryTerms, promised: bigint): Factor[] {
  const usdt = (value: bigint) => formatDecimal(value, -(source.decimals + FIXED_DECIMALS + FEE_DECIMALS));
  const coins = (value: bigint) => fromUnits(value, entry.decimals);
  const rate = (ppm: number) => formatDecimal(BigInt(ppm), -FEE_DECIMALS);
  const [feePpm, skewPpm] = [entry.feePpm, usedSkewPpm(entry)];
  const { premiumPpm = 0, markupPpm = 0 } = entry;
  const millionth = part * source.price;
  const worth = millionth * WHOLE;
  const afterFee = worth - millionth * BigInt(feePpm);
  const afterSkew = afterFee - millionth * BigInt(skewPpm);
  const afterPremium = afterSkew - millionth * BigInt(premiumPpm);
  const kept = afterPremium - millionth * BigInt(markupPpm);
  const gross = (kept * powerOfTen(entry.decimals)) / (entry.price * powerOfTen(source.decimals) * WHOLE);
  const network = gross < entry.networkFeeUnits ? gross : entry.networkFeeUnits;
  const net = gross - network;
  return [
    { factor: 'part', by: formatFixed(entry.share), result: fromUnits(part, source.decimals) },
    { factor: 'source_price', by: formatFixed(source.price), result: usdt(worth) },
    { factor: 'fee', by: rate(feePpm), result: usdt(afterFee) },
    { factor: 'skew', by: rate(skewPpm), result: usdt(afterSkew) },
    { factor: 'premium', by: rate(premiumPpm), result: usdt(afterPremium) },
    { factor: 'markup', by: rate(markupPpm), result: usdt(kept) },
    { factor: 'receive_price', by: formatFixed(entry.price), result: coins(gross) },
    { factor: 'network_fee', by: coins(network), result: coins(net) },
    { factor: 'rounding', by: coins(net - promised), result: coins(promised) },
  ];
}
