import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../../test/support/volume.ts';
import { NotEnough } from '../chain.ts';
import type { Lock, ScriptKind } from './script.ts';
import { type LockedCoin, type Selection, type SelectionRequest, selectCoins } from './select-coins.ts';
import { dustLimit, feeFor, transactionSize } from './size.ts';
import { BITCOIN, DOGECOIN, LITECOIN } from './testing/coins.ts';

const PROGRAM_BYTES: Record<ScriptKind, number> = { p2pkh: 20, p2sh: 20, p2wpkh: 20, p2wsh: 32, p2tr: 32 };
const lockOf = (kind: ScriptKind): Lock => ({ kind, program: '07'.repeat(PROGRAM_BYTES[kind]) });
const lockOfAny = (...kinds: ScriptKind[]) => fc.constantFrom(...kinds).map(lockOf);

const amount = fc.oneof(fc.bigInt(1n, 2_000n), fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 21n * 10n ** 14n));
const ratePerKvb = fc.oneof(fc.bigInt(0n, 3_000n), fc.bigInt(1_000n, 500_000n));

/** Coins of one space are all of one form. */
const coins = (most: number) =>
  fc.constantFrom<ScriptKind>('p2wpkh', 'p2tr', 'p2pkh').chain((kind) =>
    fc.array(amount, { maxLength: most }).map((all) =>
      all.map(
        (units, n): LockedCoin => ({
          spend: `${String(n).padStart(64, '0')}:0`,
          address: '',
          assetId: 1,
          units,
          lock: lockOf(kind),
        }),
      ),
    ),
  );

const request = (mostCoins: number): fc.Arbitrary<SelectionRequest> =>
  fc.record({
    coins: coins(mostCoins),
    outputs: fc.array(
      fc.record({ lock: lockOfAny('p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr'), units: amount }),
      { minLength: 1, maxLength: 5 },
    ),
    change: fc.constant({ lock: lockOf('p2wpkh'), leastUnits: dustLimit(BITCOIN, lockOf('p2wpkh')) }),
    ratePerKvb,
    spendAll: fc.boolean(),
  });

function trySelect(given: SelectionRequest): Selection | null {
  try {
    return selectCoins(given);
  } catch (error) {
    if (error instanceof NotEnough) return null;
    throw error;
  }
}

const sum = (parts: readonly { units: bigint }[]) => parts.reduce((total, { units }) => total + units, 0n);
const locks = (parts: readonly { lock: Lock }[]) => parts.map(({ lock }) => lock);

function canPay({ outputs, ratePerKvb }: SelectionRequest, chosen: readonly LockedCoin[]): boolean {
  return (
    chosen.length > 0 &&
    sum(chosen) >= sum(outputs) + feeFor(transactionSize(locks(chosen), locks(outputs)), ratePerKvb)
  );
}

function* subsets(all: readonly LockedCoin[]): Generator<LockedCoin[]> {
  for (let bits = 1; bits < 1 << all.length; bits++) yield all.filter((_, n) => bits & (1 << n));
}

describe('a selection of coins', () => {
  it('balances to the unit, pays the rate, and gives back no dust', () => {
    fc.assert(
      fc.property(request(30), (given) => {
        const chosen = trySelect(given);
        if (chosen === null) return;
        const { outputs, change, ratePerKvb, spendAll } = given;
        expect(sum(chosen.coins)).toBe(sum(outputs) + chosen.changeUnits + chosen.feeUnits);
        expect(chosen.changeUnits === 0n || chosen.changeUnits >= change.leastUnits).toBe(true);
        const all = chosen.changeUnits === 0n ? locks(outputs) : [...locks(outputs), change.lock];
        const needed = feeFor(transactionSize(locks(chosen.coins), all), ratePerKvb);
        expect(chosen.feeUnits).toBeGreaterThanOrEqual(needed);
        // What is paid beyond the rate is what change would not have been worth.
        const most = needed + change.leastUnits + feeFor(31, ratePerKvb);
        if (!spendAll) expect(chosen.feeUnits).toBeLessThanOrEqual(most);
        expect(new Set(chosen.coins).size).toBe(chosen.coins.length);
        if (spendAll) expect(chosen.coins.length).toBe(given.coins.length);
      }),
      { numRuns: volume(500, 2_000) },
    );
  });

  it('fails only where no coins would be enough, and else takes the fewest', () => {
    fc.assert(
      fc.property(request(8), (any) => {
        const given = { ...any, spendAll: false };
        const chosen = trySelect(given);
        const ways = [...subsets(given.coins)].filter((some) => canPay(given, some));
        if (chosen === null) expect(ways).toEqual([]);
        else expect(chosen.coins.length).toBe(Math.min(...ways.map(({ length }) => length)));
      }),
      { numRuns: volume(300, 1_000) },
    );
  });

  it('is the same for the same coins in any order', () => {
    fc.assert(
      fc.property(request(20), (given) => {
        const turned = { ...given, coins: given.coins.toReversed() };
        expect(trySelect(turned)).toEqual(trySelect(given));
      }),
    );
  });

  it('leaves the large coin alone where a smaller one is enough', () => {
    const coin = (n: number, units: bigint): LockedCoin => ({
      spend: `${n}:0`,
      address: '',
      assetId: 1,
      units,
      lock: lockOf('p2wpkh'),
    });
    const chosen = selectCoins({
      coins: [coin(1, 10_000n), coin(2, 5_000_000n), coin(3, 150_000n)],
      outputs: [{ lock: lockOf('p2tr'), units: 100_000n }],
      change: { lock: lockOf('p2wpkh'), leastUnits: 294n },
      ratePerKvb: 1_000n,
      spendAll: false,
    });
    expect(chosen).toMatchObject({ coins: [{ spend: '3:0' }], feeUnits: 153n, changeUnits: 49_847n });
  });
});

describe('dust', () => {
  it.each([
    [BITCOIN, 'p2pkh', 546n],
    [BITCOIN, 'p2sh', 540n],
    [BITCOIN, 'p2wpkh', 294n],
    [BITCOIN, 'p2wsh', 330n],
    [BITCOIN, 'p2tr', 330n],
    [LITECOIN, 'p2pkh', 5_460n],
    [LITECOIN, 'p2wpkh', 2_940n],
    [DOGECOIN, 'p2pkh', 1_000_000n],
  ] as const)('of $0.name $1 is what is below $2', (coin, kind, limit) => {
    expect(dustLimit(coin, lockOf(kind))).toBe(limit);
  });
});
