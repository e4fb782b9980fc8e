import { type Coin, NotEnough } from '../chain.ts';
import type { Lock } from './script.ts';
import { feeFor, inputSize, transactionSize } from './size.ts';

/** A coin with the way it is locked. */
export interface LockedCoin extends Coin {
  readonly lock: Lock;
}

export interface SelectionRequest {
  readonly coins: readonly LockedCoin[];
  readonly outputs: readonly { readonly lock: Lock; readonly units: bigint }[];
  /** Where change goes, and the least that is worth giving back. */
  readonly change: { readonly lock: Lock; readonly leastUnits: bigint };
  readonly ratePerKvb: bigint;
  /** Take all coins, whether they are needed or not. */
  readonly spendAll: boolean;
}

export interface Selection {
  readonly coins: readonly LockedCoin[];
  readonly feeUnits: bigint;
  /** Zero where there is no change output. */
  readonly changeUnits: bigint;
}

/**
 * Chooses coins to pay with: as few as possible, and among those that leave least as change. Coins that cost more to
 * spend than they hold are left alone. The same coins in any order give the same choice. Pure.
 *
 * Always: coins = outputs + change + fee, the fee is at least rate × size, and change is nothing or no dust.
 */
export function selectCoins(request: SelectionRequest): Selection {
  const chosen = request.spendAll ? inOrder(request.coins) : fewest(request);
  const selection = chosen === null ? null : settle(request, chosen);
  if (selection === null) throw new NotEnough('the coins that can be spent are not enough');
  return selection;
}

/** The largest until they are enough; then the last of them is exchanged for the smallest that is enough as well. */
function fewest(request: SelectionRequest): LockedCoin[] | null {
  const worthwhile = inOrder(request.coins).filter((coin) => isWorthwhile(coin, request.ratePerKvb));
  for (let count = 1; count <= worthwhile.length; count++) {
    if (!isEnough(request, worthwhile.slice(0, count))) continue;
    const first = worthwhile.slice(0, count - 1);
    const last = worthwhile.slice(count - 1).findLast((coin) => isEnough(request, [...first, coin]));
    return last === undefined ? null : [...first, last];
  }
  return null;
}

function settle(request: SelectionRequest, coins: readonly LockedCoin[]): Selection | null {
  const { outputs, change, ratePerKvb } = request;
  const left = leftOver(request, coins);
  if (left < 0n) return null;
  const feeWith = (locks: readonly Lock[]) =>
    feeFor(
      transactionSize(
        coins.map(({ lock }) => lock),
        locks,
      ),
      ratePerKvb,
    );
  const locks = outputs.map(({ lock }) => lock);
  const changeUnits = left + feeWith(locks) - feeWith([...locks, change.lock]);
  return changeUnits >= change.leastUnits
    ? { coins, changeUnits, feeUnits: feeWith([...locks, change.lock]) }
    : { coins, changeUnits: 0n, feeUnits: feeWith(locks) + left };
}

function isEnough(request: SelectionRequest, coins: readonly LockedCoin[]): boolean {
  return leftOver(request, coins) >= 0n;
}

/** What coins hold beyond the outputs and the fee of a transaction without change. */
function leftOver({ outputs, ratePerKvb }: SelectionRequest, coins: readonly LockedCoin[]): bigint {
  const size = transactionSize(
    coins.map(({ lock }) => lock),
    outputs.map(({ lock }) => lock),
  );
  return total(coins) - total(outputs) - feeFor(size, ratePerKvb);
}

function isWorthwhile({ lock, units }: LockedCoin, ratePerKvb: bigint): boolean {
  return units >= feeFor(inputSize(lock), ratePerKvb);
}

/** Largest first; among equals, by name. */
function inOrder(coins: readonly LockedCoin[]): LockedCoin[] {
  return [...coins].sort((a, b) =>
    a.units === b.units ? (a.spend < b.spend ? -1 : 1) : a.units > b.units ? -1 : 1,
  );
}

function total(parts: readonly { readonly units: bigint }[]): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n);
}
