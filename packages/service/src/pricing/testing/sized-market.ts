import { Decimal } from '@swapdesk/contract';
import fc from 'fast-check';
import { type Asset, Catalogue, type CatalogueChain, type Mode } from '../../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../../catalog/settings.ts';
import type { Ladder } from '../../market/ladder.ts';
import { anyLadder } from '../../market/testing/ladders.ts';
import { type FeeRule, FeeRules } from '../fee-rules.ts';
import { type Price, Rates } from '../rates.ts';
import type { ExchangeRequest, Market } from '../terms.ts';

const NOW = 1_700_000_000;

const chain = (id: number, name: string, nativeAbbr: string): CatalogueChain => ({
  id,
  name,
  space: 'evm',
  nativeAbbr,
  evmChainId: null,
  confirmations: 1,
});
/** Fuel is a coin of its own, but for the second chain. */
const CHAINS = [chain(1, 'One', 'GAS'), chain(2, 'Two', 'AAA')] as const;

function asset(id: number, of: CatalogueChain, abbr: string, changes: Partial<Asset>): Asset {
  return {
    id,
    chain: of,
    abbr,
    name: abbr,
    protocol: abbr,
    decimals: 8,
    contract: null,
    stable: false,
    canSend: true,
    canReceive: true,
    minUnits: 1n,
    maxUnits: 10n ** 40n,
    dustUnits: 1n,
    transferCost: 0n,
    treasuryUnits: 10n ** 40n,
    feePpm: { float: null, fixed: null },
    ...changes,
  };
}

export interface SizedCase {
  readonly market: Market;
  readonly request: (quantity: string) => ExchangeRequest;
  readonly from: Asset;
}

export interface CaseOptions {
  readonly prices?: { readonly min: bigint; readonly max: bigint };
  readonly mode?: Mode;
  readonly mostEntries?: number;
  /** Every ladder is made from the coin's price so. */
  readonly ladderOf?: (price: bigint) => fc.Arbitrary<Ladder | null>;
  /** Whether treasury, limits and network fees are near what orders are. */
  readonly isTight?: boolean;
  /** Whether pairs and amounts have fees of their own, and what the treasury lacks is dearer. */
  readonly hasFees?: boolean;
}

/** Of a pair or of none, for any amount or from one on that ladders reach. */
const anyRule: fc.Arbitrary<FeeRule> = fc.record({
  id: fc.constant(0),
  mode: fc.constantFrom<Mode>('float', 'fixed'),
  accountId: fc.constant(null),
  pair: fc.option(fc.record({ from: fc.constant(1), to: fc.constantFrom(2, 3, 4) })),
  fromUsdt: fc.oneof(fc.constantFrom(0, 1, 10, 100, 1_000, 10_000, 100_000), fc.nat(1_000_000)),
  feePpm: fc.nat(300_000),
});

const decimals = fc.constantFrom(2, 6, 8, 9, 18);

/** Exchanges of a coin SRC into AAA on two chains and BBB on one, in any market. */
export function sizedCase(options: CaseOptions = {}): fc.Arbitrary<SizedCase> {
  const { min, max } = options.prices ?? { min: 10n ** 13n, max: 10n ** 23n };
  const ladderOf = options.ladderOf ?? ((price) => fc.option(anyLadder(price), { freq: 4 }));
  const coin = fc
    .record({ value: fc.bigInt({ min, max }), premiumPpm: fc.nat(20_000) })
    .chain(({ value, premiumPpm }) => ladderOf(value).map((ladder) => ({ value, premiumPpm, ladder })));
  const units = (most: bigint) =>
    options.isTight === true ? fc.bigInt({ min: 0n, max: most }) : fc.constant(10n ** 45n);
  const cost = options.isTight === true ? fc.bigInt({ min: 0n, max: 10n ** 7n }) : fc.constant(0n);
  const fee = fc.option(fc.nat(300_000));
  const target = options.hasFees === true ? fc.bigInt({ min: 0n, max: 10n ** 16n }) : fc.constant(0n);
  const kindOf = fc.record({
    places: decimals,
    free: units(10n ** 16n),
    target,
    cost,
    float: fee,
    fixed: fee,
  });
  const skewed = fc.record({ skew_strength_ppm: fc.nat(1_000_000), skew_bound_ppm: fc.nat(50_000) });
  return fc
    .record({
      coins: fc.tuple(coin, coin, coin, coin),
      kinds: fc.tuple(kindOf, kindOf, kindOf, kindOf),
      most: units(10n ** 16n),
      limit: fc.option(units(10n ** 16n)),
      rules: options.hasFees === true ? fc.array(anyRule, { maxLength: 12 }) : fc.constant([]),
      skew: options.hasFees === true ? skewed : fc.constant({}),
      mode: options.mode === undefined ? fc.constantFrom<Mode>('float', 'fixed') : fc.constant(options.mode),
      to: fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 100 })), {
        minLength: 1,
        maxLength: options.mostEntries ?? 5,
      }),
    })
    .map(({ coins, kinds, most, limit, rules, skew, mode, to }) => {
      const price = (abbr: string, n: number): Price => ({
        abbr,
        at: NOW,
        source: 'market',
        ...(coins[n] as (typeof coins)[number]),
      });
      const of = (n: number): Partial<Asset> => {
        const kind = kinds[n] as (typeof kinds)[number];
        const { places, free, cost: transferCost, target: targetUnits, float, fixed } = kind;
        return { decimals: places, treasuryUnits: free, targetUnits, transferCost, feePpm: { float, fixed } };
      };
      const from = asset(1, CHAINS[0], 'SRC', { ...of(0), maxUnits: most + 1n });
      const receivers = [
        asset(2, CHAINS[0], 'AAA', of(1)),
        asset(3, CHAINS[1], 'AAA', { ...of(2), decimals: of(1).decimals as number }),
        asset(4, CHAINS[0], 'BBB', { ...of(3), ...(limit === null ? {} : { payoutLimitUnits: limit }) }),
      ];
      const gas = asset(5, CHAINS[0], 'GAS', {});
      const whole = to.reduce((sum, [, weight]) => sum + weight, 0);
      // Ratios of 18 decimals that add up to 1 within 10^-8.
      const ratio = (weight: number) =>
        Decimal.parse(`${(BigInt(weight) * 10n ** 18n) / BigInt(whole)}e-18`) as Decimal;
      return {
        from,
        market: {
          catalogue: new Catalogue([from, ...receivers, gas]),
          rates: new Rates([price('AAA', 0), price('BBB', 1), price('GAS', 2), price('SRC', 3)]),
          settings: { ...DEFAULT_SETTINGS, ...skew },
          fees: new FeeRules(rules),
          now: NOW,
        },
        request: (quantity: string) => ({
          exchange_mode: mode,
          from_chain: 'One',
          from_abbr: 'SRC',
          from_quantity: Decimal.parse(quantity) as Decimal,
          to_address: to.map(([n, weight]) => {
            const { chain: on, abbr } = receivers[n] as Asset;
            return { to_chain: on.name, to_abbr: abbr, to_ratio: ratio(weight) };
          }),
        }),
      };
    });
}
