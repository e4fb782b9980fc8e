import { conversionOf, type Decimal, MESSAGE, rateAt, type Side } from '@swapdesk/contract';
import type { Asset, Catalogue, Mode } from '../catalog/catalogue.ts';
import type { Ladder } from '../market/ladder.ts';
import { floorPromised, fromUnits, toUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import type { AskedBefore, AskedExchange } from './asked-before.ts';
import { isKeyless, statedRoom } from './caps.ts';
import { chargePpm, type FeeTiers, feeAt } from './charge.ts';
import { type AccountFees, type FeeRules, feesOf, NO_RULES, ownFeeOf } from './fee-rules.ts';
import { type FeeStep, tiersOf } from './fee-schedule.ts';
import { NO_CAPS } from './fixed-room.ts';
import { heldPremiumPpm, holdOf } from './hold.ts';
import type { OrderLimits } from './limits.ts';
import type { Markup } from './markup.ts';
import { transferCostUnits, transferCostValue } from './network-fee.ts';
import { type Moment, type PricedAsset, pricedToQuote } from './prices-of-now.ts';
import { type EntryTerms, type QuotedUnits, quote, quoteAt } from './quote.ts';
import { type Price, quotesAlike, type Rates, type Span } from './rates.ts';
import { groupSharesOf, type Ratios, ratiosOf, sharesOf } from './shares.ts';
import { sizedLimits } from './sized-limits.ts';
import { areSized, type QuotedCoin, type SizedEntry, type SizedPrices, sizedPrices } from './sized-prices.ts';
import { skewLimits, skewOf, stockOf } from './skew.ts';

/** All that a quote depends on beside the request. */
export interface Market extends Moment {
  /** What everybody pays for pairs and amounts; none: the same for all. */
  readonly fees?: FeeRules;
  /** What was computed from these, to be used again; new whenever catalogue, settings or fees change. */
  readonly memo?: AskedBefore<Remembered>;
}

/** With the highest service fee and skew something is left; a markup counts in it. */
const MOST_PREMIUM_PPM = 400_000;

export interface Remembered extends Held {
  readonly abbrs: readonly string[];
  readonly conditions: Conditions;
}

/** As long as its prices say the same, and all of them are young enough. */
interface Held {
  readonly rates: Rates;
  readonly prices: readonly Price[];
  readonly holds: Span;
}

/** A request for an exchange, as calculate and place both make it. */
export interface ExchangeRequest extends AskedExchange {
  readonly from_quantity: Decimal;
}

/** What is agreed on one receive entry. */
export interface AgreedEntry extends EntryTerms, Ratios, QuotedUnits {
  readonly asset: Asset;
  readonly feeTiers: FeeTiers | null;
  readonly skewPpm: number;
  readonly premiumPpm: number;
  readonly markupPpm: number;
  readonly groupShare: bigint;
}

/** What is agreed on an exchange: enough to compute it again, whatever happens to prices and settings. */
export interface Terms {
  readonly mode: Mode;
  readonly from: Asset;
  readonly units: bigint;
  readonly price: bigint;
  readonly limits: OrderLimits;
  readonly entries: readonly AgreedEntry[];
  /** What they were computed from. */
  readonly conditions: Conditions;
}

/** Everything but the quantity: the same for all who ask for the same exchange at the same prices. */
export interface Conditions {
  readonly mode: Mode;
  readonly from: Asset;
  readonly price: bigint;
  /** What the source is sold for by size, until that is known; null: at its price, as it is once that is agreed. */
  readonly ladder: Ladder | null;
  readonly limits: OrderLimits;
  readonly entries: readonly GroupedEntry[];
  /** What the account for which they are has agreed with us; null: they are for everybody. */
  readonly ownFee: string | null;
  /** What a partner puts on top: then they are for that account alone; null: nobody does. */
  readonly markup: Markup | null;
}

/** An agreed entry before its amount is computed. */
export interface UnquotedEntry extends Ratios, QuotedCoin {
  readonly asset: Asset;
  readonly share: bigint;
  /** Of the smallest amounts. */
  readonly feePpm: number;
  readonly feeTiers: FeeTiers | null;
  readonly skewPpm: number;
  readonly premiumPpm: number;
  readonly markupPpm: number;
  readonly networkFeeUnits: bigint;
}
type GroupedEntry = Omit<AgreedEntry, keyof QuotedUnits> & Pick<SizedEntry, 'ladder' | 'coin'>;

/** The terms that the market gives now. Throws the refusals of the interface, in its order. Nobody is capped in open mode. */
export function agree(
  market: Market,
  request: ExchangeRequest,
  accountFees: AccountFees,
  isCapped = false,
): Terms {
  const conditions = conditionsNow(market, request, accountFees, isCapped);
  const { from, limits } = conditions;
  const units = floorPromised(toUnits(request.from_quantity, from.decimals), from.decimals);
  refuseOutside(limits, units, from);
  return settle(conditions, units);
}

/** What of the terms does not depend on the quantity, with its refusals. */
export function conditionsNow(
  market: Market,
  request: AskedExchange,
  accountFees: AccountFees,
  isCapped: boolean,
): Conditions {
  const conditions = rememberedConditions(market, request, accountFees, isCapped);
  if (isCapped && conditions.mode === 'fixed' && !hasRoom(conditions.limits)) {
    // Caps leave nothing that could be ordered, though it could be paid: float goes on.
    const { limits: uncapped } = rememberedConditions(market, request, accountFees, false);
    if (hasRoom(uncapped)) throw new Refusal(MESSAGE.busy);
  }
  return conditions;
}

/** Computes the amounts of an agreement: the same input gives the same amounts, always. */
export function settle(conditions: Conditions, units: bigint): Terms {
  const { mode, from, limits } = conditions;
  const charged = atFees(conditions, units);
  const { entries } = charged;
  const sized = areSized(charged, entries) ? atSize(charged, units) : null;
  const price = sized?.price ?? charged.price;
  const side = { decimals: from.decimals, price };
  const amounts = sized === null ? quote(side, units, entries) : quoteAt(side, sized, entries);
  return {
    mode,
    from,
    units,
    price,
    limits,
    entries: entries.map((entry, n) =>
      settled(entry, sized?.entries[n] ?? entry.price, amounts[n] as QuotedUnits),
    ),
    conditions,
  };
}

/** The same with the fees that so many units have. */
function atFees(conditions: Conditions, units: bigint): Conditions {
  const { from, price, entries } = conditions;
  if (entries.every(({ feeTiers }) => feeTiers === null)) return conditions;
  const side = { decimals: from.decimals, price };
  const charged = entries.map((entry) =>
    rated(side, { ...entry, feePpm: feeAt(entry, units) }, entry.price, entry.groupShare),
  );
  return { ...conditions, entries: charged };
}

/** The prices that so many units have. Within the limits there are some. */
function atSize({ from: { decimals }, price, ladder, entries }: Conditions, units: bigint): SizedPrices {
  const sized = sizedPrices({ decimals, price, ladder }, units, entries);
  if (sized === null) throw new RangeError(`no price for ${units} units`);
  return sized;
}

/** Field by field, as in `grouped`: spreading both would take longer than all the arithmetic. */
function settled(entry: GroupedEntry, price: bigint, { units, groupUnits }: QuotedUnits): AgreedEntry {
  return {
    asset: entry.asset,
    ratio: entry.ratio,
    groupRatio: entry.groupRatio,
    share: entry.share,
    groupShare: entry.groupShare,
    price,
    feePpm: entry.feePpm,
    feeTiers: entry.feeTiers,
    skewPpm: entry.skewPpm,
    premiumPpm: entry.premiumPpm,
    markupPpm: entry.markupPpm,
    networkFeeUnits: entry.networkFeeUnits,
    units,
    groupUnits,
    decimals: entry.decimals,
    group: entry.group,
  };
}

/** Entries with what follows from their company: each one's share of those that receive the same asset, and its rate. */
export function grouped(source: Side, entries: readonly UnquotedEntry[]): GroupedEntry[] {
  const shares = groupSharesOf(entries.map(({ share, asset }) => ({ share, assetId: asset.id })));
  return entries.map((entry, n) => rated(source, entry, entry.price, shares[n] as bigint));
}

function rated(source: Side, entry: UnquotedEntry, price: bigint, groupShare: bigint): GroupedEntry {
  const { decimals, id: group, abbr: coin } = entry.asset;
  const conversion = conversionOf(source.decimals, decimals, chargePpm(entry));
  return {
    asset: entry.asset,
    ratio: entry.ratio,
    groupRatio: entry.groupRatio,
    share: entry.share,
    groupShare,
    price,
    ladder: entry.ladder,
    coin,
    feePpm: entry.feePpm,
    feeTiers: entry.feeTiers,
    skewPpm: entry.skewPpm,
    premiumPpm: entry.premiumPpm,
    markupPpm: entry.markupPpm,
    networkFeeUnits: entry.networkFeeUnits,
    decimals,
    group,
    conversion,
    rate: rateAt(conversion, source.price, price),
  };
}

/** Popular exchanges are asked for many times a second. */
function rememberedConditions(
  market: Market,
  request: AskedExchange,
  fees: AccountFees,
  isCapped: boolean,
): Conditions {
  const { memo } = market;
  if (memo === undefined) return conditionsOf(market, request, fees, isCapped);
  const by = { fees, isCapped };
  const known = memo.find(request, by);
  const held = known === undefined ? null : heldNow(known.value, market);
  if (known !== undefined && held !== null) {
    const { abbrs, conditions } = known.value;
    if (held !== known.value) known.value = { ...held, abbrs, conditions };
    return conditions;
  }
  const conditions = conditionsOf(market, request, fees, isCapped);
  const abbrs = coinsOf(conditions, market.catalogue);
  const value = { ...heldAt(market, abbrs), abbrs, conditions };
  if (known === undefined) memo.keep(request, by, value);
  else known.value = value;
  return conditions;
}

/** Null if it does not hold any more. */
function heldNow(known: Remembered, market: Market): Held | null {
  const { prices, abbrs } = known;
  let held: Held = known;
  if (known.rates !== market.rates) {
    const { rates } = market;
    if (!prices.every((price) => quotesAlike(price, rates.last(price.abbr)))) return null;
    held = heldAt(market, abbrs);
  }
  return market.now >= held.holds.from && market.now <= held.holds.until ? held : null;
}

/** Prices are told anew several times a second, most of them unchanged: what follows from them is looked over each time. */
function heldAt({ rates, settings }: Market, abbrs: readonly string[]): Held {
  const prices: Price[] = [];
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const abbr of abbrs) {
    const span = rates.span(abbr, settings.price_max_age_s);
    prices.push(rates.last(abbr) as Price);
    if (span.from > from) from = span.from;
    if (span.until < until) until = span.until;
  }
  return { rates, prices, holds: { from, until } };
}

/** The coins by whose prices conditions hold: their own, and those in which their network fees are paid. */
function coinsOf({ from, entries }: Conditions, catalogue: Catalogue): string[] {
  const assets = [from, ...entries.map(({ asset }) => asset)];
  return [...new Set(assets.flatMap((asset) => [asset.abbr, catalogue.native(asset.chain).abbr]))];
}

function conditionsOf(
  market: Market,
  request: AskedExchange,
  accountFees: AccountFees,
  isCapped: boolean,
): Conditions {
  const ratios = request.to_address.map(ratiosOf);
  const shares = sharesOf(ratios);
  const { from, to } = findAssets(market.catalogue, request);
  const mode = request.exchange_mode;
  const { price, ladder, premiumPpm, fuel } = pricedToQuote(market, from, mode);
  const priced = to.map((asset) => pricedToQuote(market, asset, mode));
  const feeSources = { account: accountFees, rules: market.fees ?? NO_RULES, settings: market.settings };
  const skews = skewLimits(market.settings);
  const side = { decimals: from.decimals, price };
  const markup = accountFees.markup ?? null;
  const markupPpm = markup?.ppm ?? 0;
  const mostPremiumPpm = MOST_PREMIUM_PPM - markupPpm;
  const held = (ppm: number) => heldPremiumPpm(ppm, holdOf(request), market.settings);
  const entries = to.map((asset, n): UnquotedEntry => {
    const of = priced[n] as PricedAsset;
    const fees = feesOf(mode, from, asset, feeSources);
    return {
      asset,
      ...(ratios[n] as Ratios),
      share: shares[n] as bigint,
      price: of.price,
      ladder: of.ladder,
      feePpm: (fees[0] as FeeStep).feePpm,
      feeTiers: tiersOf(fees, side),
      skewPpm: skewOf(stockOf(from), stockOf(asset), skews),
      // Between two chains the same coin has no price that could move.
      premiumPpm: asset.abbr === from.abbr ? 0 : Math.min(held(premiumPpm + of.premiumPpm), mostPremiumPpm),
      markupPpm,
      networkFeeUnits: transferCostUnits(asset, of.price, of.fuel),
    };
  });
  const limits = sizedLimits(
    { asset: from, price, ladder, costValue: transferCostValue(from, fuel) },
    entries.map((entry, n) => ({
      asset: entry.asset,
      coin: entry.asset.abbr,
      share: entry.share,
      price: entry.price,
      ladder: entry.ladder,
      feePpm: entry.feePpm,
      feeTiers: entry.feeTiers,
      skewPpm: entry.skewPpm,
      premiumPpm: entry.premiumPpm,
      markupPpm,
      costValue: transferCostValue(entry.asset, (priced[n] as PricedAsset).fuel),
    })),
    isCapped ? statedRoom(market.settings, mode, market.catalogue, isKeyless(accountFees)) : NO_CAPS,
  );
  const ownFee = ownFeeOf(mode, accountFees);
  return { mode, from, price, ladder, limits, entries: grouped(side, entries), ownFee, markup };
}

/** The assets of a request. */
function findAssets(catalogue: Catalogue, request: AskedExchange): { from: Asset; to: Asset[] } {
  const from = catalogue.find(request.from_chain, request.from_abbr);
  if (from === undefined) throw new Refusal(MESSAGE.fromAssetNotFound);
  if (!from.canSend) throw new Refusal(MESSAGE.fromAssetDisabled);
  const to = request.to_address.map(({ to_chain, to_abbr }) => {
    const asset = catalogue.find(to_chain, to_abbr);
    if (asset === undefined) throw new Refusal(MESSAGE.toAssetNotFound);
    return asset;
  });
  if (to.some(({ canReceive }) => !canReceive)) throw new Refusal(MESSAGE.toAssetDisabled);
  return { from, to };
}

/** Whether anything could be ordered at all. */
export function hasRoom({ minUnits, maxUnits }: OrderLimits): boolean {
  return maxUnits >= minUnits;
}

export function refuseOutside({ minUnits, maxUnits }: OrderLimits, units: bigint, from: Asset): void {
  if (units >= minUnits && units <= maxUnits) return;
  throw new Refusal(units < minUnits ? MESSAGE.quantityTooSmall : MESSAGE.quantityTooLarge, {
    min_from_quantity: fromUnits(minUnits, from.decimals),
    max_from_quantity: fromUnits(maxUnits, from.decimals),
  });
}
