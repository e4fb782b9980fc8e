import { Decimal } from '@swapdesk/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Asset, Catalogue } from '../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { ONE } from '../money/fixed.ts';
import { Refusal } from '../refusal.ts';
import { AskedBefore } from './asked-before.ts';
import { type Price, Rates } from './rates.ts';
import { agree, type ExchangeRequest, type Market } from './terms.ts';

/** What is remembered of a quote is what would be computed, whatever prices do meanwhile. */

const NOW = 1_700_000_000;
const CHAIN = {
  id: 4,
  name: 'Ethereum',
  space: 'evm',
  nativeAbbr: 'ETH',
  evmChainId: 1,
  confirmations: 12,
} as const;
const ABBRS = ['ETH', 'USDT', 'PEPE'] as const;
const ASSETS = ABBRS.map(
  (abbr, n): Asset => ({
    id: n + 1,
    chain: CHAIN,
    abbr,
    name: abbr,
    protocol: abbr,
    decimals: 18,
    contract: null,
    stable: false,
    canSend: true,
    canReceive: true,
    minUnits: 1n,
    maxUnits: 10n ** 30n,
    dustUnits: 1n,
    transferCost: 10n ** 14n,
    treasuryUnits: 10n ** 40n,
    feePpm: { float: null, fixed: null },
  }),
);
const CATALOGUE = new Catalogue(ASSETS);

const ladder = fc
  .record({ price: fc.bigInt(1n, 5n), depth: fc.bigInt(1_000n, 2_000n) })
  .map(({ price, depth }) => {
    const rung = { value: depth * ONE, amount: (depth * ONE) / price };
    return { bids: [rung], asks: [rung] };
  });
const LADDERS = fc.sample(ladder, { numRuns: 3, seed: 1 });

const GOES_ON = { stop: null, floatStop: null, fixedStop: null, floatUntil: null, fixedUntil: null };

/** What becomes of a price: often nothing but time. */
const change = fc.record({
  abbr: fc.constantFrom(...ABBRS),
  age: fc.oneof(fc.constant(0), fc.integer({ min: -40, max: 200 })),
  said: fc.oneof(
    { arbitrary: fc.constant({}), weight: 3 },
    { arbitrary: fc.constant(GOES_ON), weight: 3 },
    fc.record({ value: fc.bigInt(1n, 3n).map((each) => each * ONE) }),
    fc.record({ ladder: fc.constantFrom(null, ...LADDERS) }),
    fc.record({ premiumPpm: fc.constantFrom(0, 500) }),
    fc.constant({ floatStop: 'few' as const, fixedStop: 'few' as const }),
    fc.constant({ fixedStop: 'few' as const }),
    fc.constant({ stop: 'jump' as const }),
    fc.record({ floatUntil: fc.constantFrom(null, NOW + 60), fixedUntil: fc.constantFrom(null, NOW + 30) }),
  ),
});
const asked = fc.record({
  exchange_mode: fc.constantFrom('float' as const, 'fixed' as const),
  from_chain: fc.constant('Ethereum'),
  from_abbr: fc.constantFrom(...ABBRS),
  from_quantity: fc.constant(Decimal.parse('100') as Decimal),
  to_address: fc.constantFrom(...ABBRS).map((to_abbr) => [{ to_chain: 'Ethereum', to_abbr }]),
});

function outcome(market: Market, request: ExchangeRequest): unknown {
  try {
    return agree(market, request, { float: null, fixed: null });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

it('whether they stand still, become older, younger or others, stop or go on', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(change, fc.constantFrom(0, 1, 1, 30), asked), { maxLength: 60, size: 'max' }),
      (steps) => {
        const memo: NonNullable<Market['memo']> = new AskedBefore();
        let now = NOW;
        const prices = new Map<string, Price>(
          ABBRS.map((abbr) => [abbr, { abbr, value: ONE, at: NOW, source: 'market', ladder: null }]),
        );
        for (const [{ abbr, age, said }, later, request] of steps) {
          now += later;
          // Whoever speaks of one has looked at all.
          for (const price of prices.values())
            if (price.at >= now - later - 1) prices.set(price.abbr, { ...price, at: now });
          prices.set(abbr, { ...(prices.get(abbr) as Price), ...said, at: now - age } as Price);
          const rates = new Rates([...prices.values()]);
          const market = { catalogue: CATALOGUE, rates, settings: DEFAULT_SETTINGS, now };
          expect(outcome({ ...market, memo }, request)).toEqual(outcome(market, request));
        }
      },
    ),
  );
});
