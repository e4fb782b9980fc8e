import { powerOfTen } from '../money/units.ts';
import { coldMove } from './cold-move.ts';
import {
  amountText,
  freeOf,
  type Holding,
  isLow,
  MILLION,
  ownFee,
  type PlanLimits,
  slackOf,
} from './holding.ts';

/** One thing to do for the treasury, and why. */
export type TreasuryStep = ColdStep | RequestStep | TradeStep;

/** Goes to the cold address: by itself, once it waits for nothing. */
export interface ColdStep extends Reasoned {
  readonly kind: 'cold';
  /** What it waits for, in words; null: for nothing. */
  readonly waits: string | null;
}

/** Is to be sent to the treasury. */
export interface RequestStep extends Reasoned {
  readonly kind: 'request';
}

/** Is to be traded, on a venue or with anybody. */
export interface TradeStep extends Reasoned {
  readonly kind: 'trade';
  readonly wanted: Holding;
  readonly wantedUnits: bigint;
}

interface Reasoned {
  readonly holding: Holding;
  readonly units: bigint;
  /** In words. */
  readonly why: string;
}

/** So much of an asset that could be given, or is lacking. */
interface Part {
  readonly holding: Holding;
  units: bigint;
}

/**
 * What to move, to trade and to ask for. What is above a hot limit goes to the cold address, whatever else is lacking: that is
 * about what can be stolen. What is between target and hot limit is traded for what lacks elsewhere; what lacks then is asked
 * for. Nothing is planned of what is reserved or owed, nor twice of anything. Pure.
 */
export function planTreasury(holdings: readonly Holding[], limits: PlanLimits): TreasuryStep[] {
  const cold = holdings.flatMap((holding) => coldStep(holding, limits) ?? []);
  const leaving = new Map(cold.map(({ holding, units }) => [holding.asset.id, units]));
  const given = holdings.flatMap((holding) =>
    surplusOf(holding, leaving.get(holding.asset.id) ?? 0n, limits),
  );
  const lacking = holdings.filter((holding) => isLow(holding, limits)).map(lackOf);
  const trades = tradesOf(given, lacking);
  return [...cold, ...trades, ...lacking.flatMap((part) => requestOf(part, limits))];
}

function coldStep(holding: Holding, limits: PlanLimits): ColdStep | null {
  const move = coldMove(holding, limits);
  if (move === null) return null;
  const { hotLimit } = holding;
  const free = amountText(holding, freeOf(holding));
  const why = `${free} is free, more than the hot limit of ${amountText(holding, hotLimit ?? 0n)}`;
  return { kind: 'cold', holding, ...move, why };
}

function lackOf(holding: Holding): Part {
  return { holding, units: holding.target - freeOf(holding) };
}

/** What can be traded away: only where there is clearly more than the target, and then down to it. */
function surplusOf(holding: Holding, leaving: bigint, { bandPpm }: PlanLimits): Part[] {
  const { target, asset } = holding;
  if (target === 0n) return [];
  const left = freeOf(holding) - leaving - (leaving > 0n ? ownFee(holding) : 0n);
  if (left <= target + (target * bandPpm) / MILLION) return [];
  const units = left - target - ownFee(holding);
  return units >= asset.minUnits ? [{ holding, units }] : [];
}

/** What lacks the most first, from what there is the most of. Takes from both. */
function tradesOf(given: readonly Part[], lacking: readonly Part[]): TradeStep[] {
  const steps: TradeStep[] = [];
  for (const lack of byWorth(lacking)) {
    for (const surplus of byWorth(given)) {
      const step = tradeOf(surplus, lack);
      if (step === null) continue;
      steps.push(step);
      surplus.units -= step.units;
      lack.units -= step.wantedUnits;
    }
  }
  return steps;
}

function tradeOf(surplus: Part, lack: Part): TradeStep | null {
  const [have, want] = [worthOf(surplus), worthOf(lack)];
  const worth = have < want ? have : want;
  const units = unitsWorth(surplus.holding, worth);
  const wantedUnits = unitsWorth(lack.holding, worth);
  if (units < surplus.holding.asset.minUnits || units <= 0n || wantedUnits <= 0n) return null;
  const why = `${nameOf(surplus)} is above its target of ${amountText(surplus.holding, surplus.holding.target)}, ${nameOf(lack)} below its own of ${amountText(lack.holding, lack.holding.target)}`;
  return { kind: 'trade', holding: surplus.holding, units, wanted: lack.holding, wantedUnits, why };
}

function requestOf({ holding, units }: Part, limits: PlanLimits): RequestStep[] {
  const { target } = holding;
  // What trades leave open of it may be too little to ask for.
  if (units <= slackOf(holding, limits)) return [];
  const why = `${amountText(holding, freeOf(holding))} is free of the target of ${amountText(holding, target)}`;
  return [{ kind: 'request', holding, units, why }];
}

function nameOf({ holding: { asset } }: Part): string {
  return `${asset.chain.name} ${asset.abbr}`;
}

function byWorth(parts: readonly Part[]): Part[] {
  return parts
    .filter(({ holding: { price } }) => price !== null)
    .toSorted((a, b) => compare(worthOf(b), worthOf(a)) || a.holding.asset.id - b.holding.asset.id);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** In USDT, counted in 10^-18, rounded down. */
function worthOf({ holding: { asset, price }, units }: Part): bigint {
  return (units * (price ?? 0n)) / powerOfTen(asset.decimals);
}

/** As much of an asset as is worth that, rounded down. */
function unitsWorth({ asset, price }: Holding, worth: bigint): bigint {
  return price === null || price === 0n ? 0n : (worth * powerOfTen(asset.decimals)) / price;
}
