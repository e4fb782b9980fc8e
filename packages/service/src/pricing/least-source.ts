import { type Decimal, MESSAGE, type Rate, rateOf } from '@swapdesk/contract';
import { ceilDivide, ceilPromised, powerOfTen, toExactUnits, toUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import type { AskedExchange } from './asked-before.ts';
import { chargePpm } from './charge.ts';
import { lastOf } from './edge.ts';
import type { AccountFees } from './fee-rules.ts';
import {
  type AgreedEntry,
  type Conditions,
  conditionsNow,
  type Market,
  refuseOutside,
  settle,
  type Terms,
} from './terms.ts';

/** What is to be received: one entry's, or all entries' together. */
export interface ToReceive {
  /** Which entry; null: all of them. */
  readonly entry: number | null;
  readonly quantity: Decimal;
}

/** The same in units that all of its entries can be counted in. */
interface Goal {
  readonly entries: readonly number[];
  readonly decimals: number;
  readonly units: bigint;
}

/** Of a rate in guesses: so small a coin for so dear a one is still a number of many digits. */
const GUESSED = powerOfTen(40);

/**
 * The terms of the least source for which all that is wanted is received: with a step less of what can be promised it is not.
 * Throws the refusals of the interface, as if that source had been asked for.
 */
export function agreeReceiving(
  market: Market,
  request: AskedExchange,
  wanted: readonly ToReceive[],
  accountFees: AccountFees,
  isCapped = false,
): Terms {
  const conditions = conditionsNow(market, request, accountFees, isCapped);
  const { from, limits } = conditions;
  const units = leastSource(
    conditions,
    wanted.map((each) => goalOf(each, conditions)),
  );
  refuseOutside(limits, units ?? beyond(conditions), from);
  return settle(conditions, units as bigint);
}

/** Coins differ in what one of them is: only amounts of the same one add up. */
function goalOf({ entry, quantity }: ToReceive, { entries }: Conditions): Goal {
  if (entry === null && new Set(entries.map(({ asset }) => asset.abbr)).size > 1)
    throw new Refusal(MESSAGE.incorrectParameters);
  const mine = entry === null ? entries.map((_, n) => n) : [entry];
  const decimals = Math.max(...mine.map((n) => (entries[n] as (typeof entries)[number]).decimals));
  return { entries: mine, decimals, units: ceilUnits(quantity, decimals) };
}

/** What more there is to ask for than the most. */
function beyond({ from, limits: { minUnits, maxUnits } }: Conditions): bigint {
  const most = maxUnits < minUnits ? minUnits : maxUnits;
  return most + ceilPromised(1n, from.decimals);
}

/** Null where the most that can be exchanged does not give it. */
function leastSource(conditions: Conditions, goals: readonly Goal[]): bigint | null {
  const { from, limits } = conditions;
  const step = ceilPromised(1n, from.decimals);
  const looked = { units: 0n, terms: null as Terms | null };
  const termsAt = (units: bigint): Terms => {
    if (looked.terms === null || looked.units !== units) {
      looked.units = units;
      looked.terms = settle(conditions, units);
    }
    return looked.terms;
  };
  const isShort = (units: bigint) => goals.some((goal) => received(termsAt(units), goal) < goal.units);
  const near = (units: bigint) =>
    goals.reduce((most, goal) => {
      const needed = neededAt(termsAt(units), goal);
      return needed > most ? needed : most;
    }, step);
  if (limits.maxUnits <= 0n || isShort(limits.maxUnits)) return null;
  return lastOf({ holds: isShort, near, step }, 0n, limits.maxUnits) + step;
}

function received({ entries }: Terms, goal: Goal): bigint {
  return goal.entries.reduce((sum, n) => {
    const { units, decimals } = entries[n] as AgreedEntry;
    return sum + units * powerOfTen(goal.decimals - decimals);
  }, 0n);
}

/** What of the source would give it at these terms' prices and fees, but for what is rounded. */
function neededAt({ from, price, entries }: Terms, goal: Goal): bigint {
  const whole = entries.reduce((sum, { share }) => sum + share, 0n);
  let gross = ceilPromised(goal.units, goal.decimals);
  let rate = 0n;
  for (const n of goal.entries) {
    const entry = entries[n] as AgreedEntry;
    const scale = powerOfTen(goal.decimals - entry.decimals);
    const { top, bottom }: Rate = rateOf({ decimals: from.decimals, price }, entry, chargePpm(entry));
    gross += entry.networkFeeUnits * scale;
    rate += (entry.share * top * scale * GUESSED) / (bottom * whole);
  }
  return rate === 0n ? 0n : ceilPromised(ceilDivide(gross * GUESSED, rate), from.decimals);
}

/** An amount in base units, rounded up. */
function ceilUnits(amount: Decimal, decimals: number): bigint {
  return toExactUnits(amount, decimals) ?? toUnits(amount, decimals) + 1n;
}
