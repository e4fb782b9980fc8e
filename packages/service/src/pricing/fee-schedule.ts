import { ONE } from '../money/fixed.ts';
import { ceilDivide, powerOfTen } from '../money/units.ts';
import type { FeeTiers } from './charge.ts';

/** From a value in whole USDT on, the fee of all of it in millionths. */
export interface FeeStep {
  readonly fromUsdt: number;
  readonly feePpm: number;
}

/** What one who may say something about a fee says: an account of a pair, an account, a pair, two assets, everybody. */
export interface FeeLevel {
  /** Its fee from nothing on; null: it says nothing about small amounts. */
  readonly feePpm: number | null;
  readonly steps: readonly FeeStep[];
}

/**
 * The fees of all amounts, by those who may say something, the nearest first. It is the first with a fee from nothing on whose
 * word ends the question; what nearer ones said of larger amounts counts beside it. A fee that is not below that of smaller
 * amounts is left out: whoever sends more never gets less.
 */
export function feeSchedule(levels: readonly FeeLevel[]): FeeStep[] {
  const said = new Map<number, number>();
  for (const { feePpm, steps } of levels) {
    for (const step of steps) if (!said.has(step.fromUsdt)) said.set(step.fromUsdt, step.feePpm);
    if (feePpm === null) continue;
    said.set(0, feePpm);
    break;
  }
  const schedule: FeeStep[] = [];
  for (const [fromUsdt, feePpm] of [...said].sort(([a], [b]) => a - b)) {
    const before = schedule.at(-1);
    if (before === undefined || feePpm < before.feePpm) schedule.push({ fromUsdt, feePpm });
  }
  return schedule;
}

/** The same in units of a source at its price, whatever the size does to that; null if there is one fee for all amounts. */
export function tiersOf(
  schedule: readonly FeeStep[],
  { decimals, price }: { readonly decimals: number; readonly price: bigint },
): FeeTiers | null {
  if (schedule.length < 2) return null;
  const scale = powerOfTen(decimals) * ONE;
  return schedule.map(({ fromUsdt, feePpm }) => ({
    fromUnits: ceilDivide(BigInt(fromUsdt) * scale, price),
    feePpm,
  }));
}
