import { Decimal } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { type Asset, Catalogue, type CatalogueChain } from '../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { parseFixed } from '../money/fixed.ts';
import { Refusal } from '../refusal.ts';
import { AskedBefore } from './asked-before.ts';
import type { AccountFees } from './fee-rules.ts';
import { Rates } from './rates.ts';
import { agree, type ExchangeRequest, type Market, settle } from './terms.ts';

const NOW = 1_700_000_000;
const NO_FEES: AccountFees = { float: null, fixed: null };

const bitcoin: CatalogueChain = {
  id: 1,
  name: 'Bitcoin',
  space: 'bitcoin',
  nativeAbbr: 'BTC',
  evmChainId: null,
  confirmations: 2,
};
const ethereum: CatalogueChain = {
  id: 4,
  name: 'Ethereum',
  space: 'evm',
  nativeAbbr: 'ETH',
  evmChainId: 1,
  confirmations: 12,
};

function asset(
  id: number,
  chain: CatalogueChain,
  abbr: string,
  decimals: number,
  changes: Partial<Asset> = {},
): Asset {
  return {
    id,
    chain,
    abbr,
    name: abbr,
    protocol: abbr,
    decimals,
    contract: null,
    stable: false,
    canSend: true,
    canReceive: true,
    minUnits: 1n,
    maxUnits: 10n ** 30n,
    dustUnits: 1n,
    transferCost: 0n,
    treasuryUnits: 10n ** 40n,
    feePpm: { float: null, fixed: null },
    ...changes,
  };
}

const BTC = asset(1, bitcoin, 'BTC', 8, {
  minUnits: 20_000n,
  maxUnits: 1_000_000_000n,
  transferCost: 2_000n,
});
const ETH = asset(2, ethereum, 'ETH', 18, { transferCost: 105_000_000_000_000n });
const USDT = asset(3, ethereum, 'USDT', 6, { transferCost: 325_000_000_000_000n });

const PRICES = { BTC: '97000', ETH: '3600', USDT: '1' };

function market(
  changes: { assets?: Asset[]; prices?: Record<string, string>; at?: number; now?: number } = {},
): Market {
  const prices = Object.entries(changes.prices ?? PRICES);
  return {
    catalogue: new Catalogue(changes.assets ?? [BTC, ETH, USDT]),
    rates: new Rates(
      prices.map(([abbr, price]) => ({
        abbr,
        value: parseFixed(price),
        at: changes.at ?? NOW,
        source: 'static',
      })),
    ),
    settings: DEFAULT_SETTINGS,
    now: changes.now ?? NOW,
  };
}

type Entry = ExchangeRequest['to_address'][number];

function request(
  changes: { from?: [string, string]; quantity?: string; to?: Entry[]; mode?: 'float' | 'fixed' } = {},
): ExchangeRequest {
  const [from_chain, from_abbr] = changes.from ?? ['Bitcoin', 'BTC'];
  return {
    exchange_mode: changes.mode ?? 'float',
    from_chain,
    from_abbr,
    from_quantity: Decimal.parse(changes.quantity ?? '0.05') as Decimal,
    to_address: changes.to ?? [{ to_chain: 'Ethereum', to_abbr: 'ETH' }],
  };
}

function refusalOf(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('was not refused');
}

const HALF = Decimal.parse('0.5') as Decimal;

describe('an agreement', () => {
  it('is what a person computes', () => {
    const terms = agree(market(), request(), NO_FEES);
    expect(terms.units).toBe(5_000_000n);
    expect(terms.price).toBe(parseFixed('97000'));
    // 0.05 × 97000 ÷ 3600 × 0.995 − 0.000105 = 1.34038111…
    expect(terms.entries[0]?.units).toBe(1_340_381_110_000_000_000n);
    expect(terms.entries[0]?.networkFeeUnits).toBe(105_000_000_000_000n);
    // The refund costs 0.00002 BTC, 1.94 USDT; the payout 0.378 USDT: 4 × 0.00002 BTC, below the configured 0.0002.
    expect(terms.limits).toEqual({ minUnits: 20_000n, maxUnits: 1_000_000_000n });
  });

  it('finds assets without regard to case, and names them as the catalogue does', () => {
    const terms = agree(
      market(),
      request({ from: ['bITCOIN', 'btc'], to: [{ to_chain: 'ETHEREUM', to_abbr: 'eth' }] }),
      NO_FEES,
    );
    expect([terms.from.abbr, terms.entries[0]?.asset.abbr]).toEqual(['BTC', 'ETH']);
  });

  it('counts no more of the source than can be promised', () => {
    const terms = agree(
      market(),
      request({
        from: ['Ethereum', 'ETH'],
        quantity: '1.123456789999',
        to: [{ to_chain: 'Ethereum', to_abbr: 'USDT' }],
      }),
      NO_FEES,
    );
    expect(terms.units).toBe(1_123_456_780_000_000_000n);
  });

  it('charges a token its network fee in the token, at the price of the fuel', () => {
    const terms = agree(market(), request({ to: [{ to_chain: 'Ethereum', to_abbr: 'USDT' }] }), NO_FEES);
    expect(terms.entries[0]?.networkFeeUnits).toBe(1_170_000n);
    expect(terms.entries[0]?.units).toBe(4_825_750_000n - 1_170_000n);
  });

  it('splits the source by share and adds groups up', () => {
    const eth = { to_chain: 'Ethereum', to_abbr: 'ETH', to_ratio: HALF };
    const terms = agree(market(), request({ to: [eth, eth] }), NO_FEES);
    const [one, two] = terms.entries;
    expect(one?.units).toBe(two?.units);
    expect(one?.groupUnits).toBe((one?.units ?? 0n) * 2n);
    expect(one?.groupShare).toBe(parseFixed('0.5'));
  });

  it('is the same whether its conditions are computed or remembered, for each fee, ratio and quantity', () => {
    const memo: NonNullable<Market['memo']> = new AskedBefore();
    const eth = { to_chain: 'Ethereum', to_abbr: 'ETH', to_ratio: HALF };
    const split = [eth, { ...eth, to_abbr: 'USDT' }];
    for (const fees of [NO_FEES, { float: 1, fixed: 2 }]) {
      for (const asked of [request({}), request({ to: split }), request({ to: split.toReversed() })]) {
        const terms = agree(market(), asked, fees);
        for (let n = 0; n < 2; n++) expect(agree({ ...market(), memo }, asked, fees)).toEqual(terms);
      }
    }
    expect(memo.size).toBe(6);
  });

  it('settled again from its own terms is the same', () => {
    const eth = { to_chain: 'Ethereum', to_abbr: 'ETH', to_ratio: HALF };
    const terms = agree(market(), request({ to: [eth, { ...eth, to_abbr: 'USDT' }] }), NO_FEES);
    expect(settle(terms.conditions, terms.units)).toEqual(terms);
  });
});

describe('refusals', () => {
  const off = { canSend: false, canReceive: false };
  const disabled = market({ assets: [{ ...BTC, ...off }, { ...ETH, ...off }, USDT] });
  const unknown = { to_chain: 'Ethereum', to_abbr: 'NONE' };

  it.each([
    [
      'ratios that do not add up',
      market(),
      request({ from: ['x', 'x'], to: [{ ...unknown, to_ratio: HALF }] }),
      'Incorrect request parameters',
    ],
    [
      'an unknown source',
      market(),
      request({ from: ['Bitcoin', 'ETH'], to: [unknown] }),
      'from assets not found',
    ],
    [
      'a known coin on another chain',
      market(),
      request({ from: ['Ethereum', 'BTC'] }),
      'from assets not found',
    ],
    ['a disabled source', disabled, request({ to: [unknown] }), 'from assets disabled'],
    [
      'an unknown receive asset',
      market(),
      request({ to: [unknown], quantity: '1e-8' }),
      'to assets not found',
    ],
    [
      'a disabled receive asset',
      disabled,
      request({ from: ['Ethereum', 'USDT'], quantity: '0.000001' }),
      'to assets disabled',
    ],
    [
      'an unknown asset after a disabled one',
      disabled,
      request({
        from: ['Ethereum', 'USDT'],
        to: [
          { to_chain: 'Bitcoin', to_abbr: 'BTC', to_ratio: HALF },
          { ...unknown, to_ratio: HALF },
        ],
      }),
      'to assets not found',
    ],
    ['too little', market(), request({ quantity: '0.00019999' }), 'from quantity too small'],
    ['too much', market(), request({ quantity: '10.00000001' }), 'from quantity too large'],
    ['far too much', market(), request({ quantity: '1e308' }), 'from quantity too large'],
  ] as const)('come in the order of the interface: %s', (_what, of, asked, message) => {
    expect(refusalOf(() => agree(of, asked, NO_FEES)).reply).toBe(message);
  });

  it('for a quantity carry the limits, which themselves are accepted', () => {
    const expected = { min_from_quantity: '0.0002', max_from_quantity: '10' };
    expect(refusalOf(() => agree(market(), request({ quantity: '1e-8' }), NO_FEES)).data).toEqual(expected);
    expect(refusalOf(() => agree(market(), request({ quantity: '11' }), NO_FEES)).data).toEqual(expected);
    for (const quantity of Object.values(expected)) {
      expect(agree(market(), request({ quantity }), NO_FEES).entries[0]?.units).toBeGreaterThan(0n);
    }
  });

  it('for other reasons carry nothing', () => {
    expect(refusalOf(() => agree(market(), request({ to: [unknown] }), NO_FEES)).data).toBeUndefined();
  });

  it('for a source that is switched off to send say nothing about receiving it', () => {
    const oneWay = market({ assets: [{ ...BTC, canSend: false }, ETH, USDT] });
    expect(
      agree(
        oneWay,
        request({ from: ['Ethereum', 'ETH'], to: [{ to_chain: 'Bitcoin', to_abbr: 'BTC' }] }),
        NO_FEES,
      ).units,
    ).toBe(50_000_000_000_000_000n);
    expect(refusalOf(() => agree(oneWay, request(), NO_FEES)).reply).toBe('from assets disabled');
  });
});

describe('prices', () => {
  const BUSY = 'server is busy, please try again later';

  it('are used up to their age limit and not a second longer', () => {
    const limit = DEFAULT_SETTINGS.price_max_age_s;
    expect(agree(market({ at: NOW - limit }), request(), NO_FEES).units).toBe(5_000_000n);
    expect(refusalOf(() => agree(market({ at: NOW - limit - 1 }), request(), NO_FEES)).reply).toBe(BUSY);
  });

  it.each([['BTC'], ['USDT'], ['ETH']])('are all needed, also that of the fuel: %s', (missing) => {
    const prices = Object.fromEntries(Object.entries(PRICES).filter(([abbr]) => abbr !== missing));
    const asked = request({ to: [{ to_chain: 'Ethereum', to_abbr: 'USDT' }] });
    expect(refusalOf(() => agree(market({ prices }), asked, NO_FEES)).reply).toBe(BUSY);
  });

  it.each([
    ['BTC', 'jump'],
    ['USDT', 'frozen'],
    ['ETH', 'jump'],
  ] as const)('that are stopped are none, also that of the fuel: %s, %s', (abbr, stop) => {
    const asked = request({ to: [{ to_chain: 'Ethereum', to_abbr: 'USDT' }] });
    const going = market();
    const prices = going.rates.prices.map((price) => (price.abbr === abbr ? { ...price, stop } : price));
    expect(refusalOf(() => agree({ ...going, rates: new Rates(prices) }, asked, NO_FEES)).reply).toBe(BUSY);
  });

  it('that are missing are told after what is wrong with the assets', () => {
    const asked = request({ to: [{ to_chain: 'Ethereum', to_abbr: 'NONE' }] });
    expect(refusalOf(() => agree(market({ prices: {} }), asked, NO_FEES)).reply).toBe('to assets not found');
  });
});

describe('fees', () => {
  const feeOf = (mode: 'float' | 'fixed', account: AccountFees, from: Asset['feePpm'], to: Asset['feePpm']) =>
    agree(
      market({
        assets: [
          { ...BTC, feePpm: from },
          { ...ETH, feePpm: to },
        ],
      }),
      request({ mode }),
      account,
    ).entries[0]?.feePpm;
  const none = { float: null, fixed: null };

  it.each([
    ['the setting of the mode, float', 'float', none, none, none, 5_000],
    ['the setting of the mode, fixed', 'fixed', none, none, none, 10_000],
    ["the source's own", 'float', none, { float: 1, fixed: 2 }, none, 1],
    ["the receive asset's own", 'fixed', none, none, { float: 1, fixed: 2 }, 2],
    ['the higher of two assets', 'float', none, { float: 7, fixed: 0 }, { float: 9, fixed: 0 }, 9],
    ['an asset without any fee, not the setting', 'float', none, { float: 0, fixed: null }, none, 0],
    [
      "the account's own before all",
      'float',
      { float: 3, fixed: null },
      { float: 7, fixed: 7 },
      { float: 9, fixed: 9 },
      3,
    ],
    ['an account without any fee', 'fixed', { float: null, fixed: 0 }, { float: 7, fixed: 7 }, none, 0],
    [
      "the assets' where the account's is for the other mode",
      'fixed',
      { float: 3, fixed: null },
      { float: 7, fixed: 8 },
      none,
      8,
    ],
  ] as const)('are %s', (_what, mode, account, from, to, expected) => {
    expect(feeOf(mode, account, from, to)).toBe(expected);
  });
});
