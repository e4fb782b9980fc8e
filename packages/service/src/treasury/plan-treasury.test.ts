import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { powerOfTen } from '../money/units.ts';
import { freeOf, type Holding, isLow, MILLION, ownFee } from './holding.ts';
import { planTreasury, type TreasuryStep } from './plan-treasury.ts';
import { assetOf, holdingOf, LIMITS } from './testing/holdings.ts';

/** Amounts shrink for minutes: a seed is enough. */
const ASSERT = { endOnFailure: true } as const;
const units = (max = 10n ** 12n) => fc.bigInt({ min: 0n, max });

/** Any treasury: coins and tokens, with and without targets, limits and prices. */
const treasuries = fc
  .array(
    fc.record({
      decimals: fc.constantFrom(0, 2, 8, 18),
      booked: units(),
      reserved: units(10n ** 11n),
      payable: fc.option(units(10n ** 13n)),
      stuckUnits: units(10n ** 11n),
      target: fc.oneof(fc.constant(0n), fc.bigInt({ min: 10n ** 9n, max: 10n ** 12n })),
      above: fc.option(units()),
      wasLow: fc.boolean(),
      price: fc.option(fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n })),
      transferCost: units(10n ** 6n),
      minUnits: units(10n ** 5n),
      most: fc.option(units(), { freq: 5 }),
      isToken: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => {
    const native = assetOf(0, { decimals: 18 });
    return all.map((one, n): Holding => {
      const limit = one.most === null ? {} : { payoutLimitUnits: one.most };
      const { decimals, transferCost, minUnits } = one;
      const asset = assetOf(n + 1, { decimals, transferCost, minUnits, ...limit });
      const hotLimit = one.above === null ? null : one.target + one.above + 1n;
      return holdingOf(asset, {
        ...one,
        hotLimit,
        lowSince: one.wasLow ? 1 : 0,
        native: one.isToken ? native : asset,
      });
    });
  });

const ofAsset = (steps: readonly TreasuryStep[], holding: Holding) =>
  steps.filter((step) => step.holding.asset.id === holding.asset.id);
const sum = (steps: readonly { units: bigint }[]) => steps.reduce((total, step) => total + step.units, 0n);
const leaves = (steps: readonly TreasuryStep[], holding: Holding) =>
  ofAsset(steps, holding).filter(({ kind }) => kind !== 'request');

/** The treasury once all of a plan has been done: fees are paid, what was asked for has come. */
function afterwards(holdings: readonly Holding[], steps: readonly TreasuryStep[]): Holding[] {
  return holdings.map((holding) => {
    const mine = leaves(steps, holding);
    const came = ofAsset(steps, holding).filter(({ kind }) => kind === 'request');
    const bought = steps.flatMap((step) =>
      step.kind === 'trade' && step.wanted.asset.id === holding.asset.id ? [step.wantedUnits] : [],
    );
    const booked =
      holding.booked -
      sum(mine) -
      BigInt(mine.filter(({ kind }) => kind === 'cold').length) * ownFee(holding) +
      sum(came) +
      bought.reduce((total, each) => total + each, 0n);
    const done = { ...holding, booked };
    return { ...done, lowSince: isLow(done, LIMITS) ? 1 : 0 };
  });
}

describe('the plan of the treasury', () => {
  it('takes nothing of what is reserved or owed, and leaves what should be there', () => {
    fc.assert(
      fc.property(treasuries, (holdings) => {
        const steps = planTreasury(holdings, LIMITS);
        for (const holding of holdings) {
          const mine = leaves(steps, holding);
          if (mine.length === 0) continue;
          const free = holding.booked - holding.reserved;
          const left = free - sum(mine) - ownFee(holding);
          expect(left >= holding.target).toBe(true);
          const [cold] = mine.filter(({ kind }) => kind === 'cold');
          if (cold !== undefined)
            expect(free - cold.units - ownFee(holding) >= (holding.hotLimit as bigint)).toBe(true);
        }
      }),
      ASSERT,
    );
  });

  it('sends to the cold address only what the chain can pay with beyond what is reserved, within the signer’s limit', () => {
    fc.assert(
      fc.property(treasuries, (holdings) => {
        for (const step of planTreasury(holdings, LIMITS)) {
          if (step.kind !== 'cold' || step.waits !== null) continue;
          const { payable, reserved, stuckUnits, hotLimit, asset } = step.holding;
          if (payable !== null)
            expect(
              payable - step.units - ownFee(step.holding) >= reserved + stuckUnits + (hotLimit as bigint),
            ).toBe(true);
          expect(step.units * 2n <= (asset.payoutLimitUnits ?? step.units * 2n)).toBe(true);
          expect(step.units > 0n).toBe(true);
        }
      }),
      ASSERT,
    );
  });

  it('trades no more for what lacks than that is worth, and asks for no more than lacks', () => {
    fc.assert(
      fc.property(treasuries, (holdings) => {
        const steps = planTreasury(holdings, LIMITS);
        for (const step of steps) {
          if (step.kind !== 'trade') continue;
          const { asset, price } = step.holding;
          // One unit of either is lost by rounding down, no more.
          const given = (step.units + 1n) * (price as bigint) * powerOfTen(step.wanted.asset.decimals);
          const got = step.wantedUnits * (step.wanted.price as bigint) * powerOfTen(asset.decimals);
          expect(got <= given + powerOfTen(asset.decimals + step.wanted.asset.decimals)).toBe(true);
        }
        for (const holding of afterwards(holdings, steps)) {
          const was = holdings.find(({ asset }) => asset.id === holding.asset.id) as Holding;
          if (isLow(was, LIMITS)) expect(freeOf(holding) <= holding.target).toBe(true);
        }
      }),
      ASSERT,
    );
  });

  it('is done once it is done: nothing is planned again, whatever moves a little', () => {
    fc.assert(
      fc.property(treasuries, fc.integer({ min: -99_000, max: 99_000 }), (given, movePpm) => {
        // What caps a single step is left out: after such a step comes another.
        const holdings = given.map(({ asset: { payoutLimitUnits: _, ...asset }, ...each }) => ({
          ...each,
          asset,
          native: each.native.id === asset.id ? asset : each.native,
          payable: null,
          // What lacks for promises is no matter of targets.
          booked: each.booked < each.reserved ? each.reserved : each.booked,
        }));
        const settled = afterwards(holdings, planTreasury(holdings, LIMITS));
        const again = planTreasury(settled, LIMITS);
        // What is left to trade with may find a new taker by rounding alone; nothing else moves.
        expect(again.filter(({ kind }) => kind !== 'trade')).toEqual([]);
        const moved = settled.map((holding) => {
          const { target, booked, hotLimit } = holding;
          const isAtRest = freeOf(holding) >= target && (hotLimit === null || freeOf(holding) <= hotLimit);
          if (!isAtRest || target === 0n) return holding;
          const by = (target * BigInt(movePpm)) / MILLION;
          return { ...holding, booked: booked + by, lowSince: 0 };
        });
        expect(planTreasury(moved, LIMITS).filter(({ kind }) => kind === 'request')).toEqual([]);
      }),
      ASSERT,
    );
  });

  it('says what to do and why', () => {
    const eth = assetOf(0, { transferCost: 1n });
    const usdt = assetOf(1, { abbr: 'USDT' });
    const steps = planTreasury(
      [
        holdingOf(eth, { booked: 100_000n, target: 20_000n, hotLimit: 50_000n, price: 2n * 10n ** 18n }),
        holdingOf(usdt, { booked: 1_000n, target: 100_000n }),
      ],
      LIMITS,
    );
    expect(steps).toMatchObject([
      {
        kind: 'cold',
        units: 49_999n,
        waits: null,
        why: '1000 ETH is free, more than the hot limit of 500 ETH',
      },
      {
        kind: 'trade',
        units: 29_999n,
        wantedUnits: 59_998n,
        why: 'Ethereum ETH is above its target of 200 ETH, Ethereum USDT below its own of 1000 USDT',
      },
      { kind: 'request', units: 39_002n, why: '10 USDT is free of the target of 1000 USDT' },
    ]);
  });
});
