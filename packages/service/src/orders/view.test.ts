import { describe, expect, it } from 'vitest';
import { type Asset, Catalogue, type CatalogueChain } from '../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { parseFixed } from '../money/fixed.ts';
import { Rates } from '../pricing/rates.ts';
import type { Market } from '../pricing/terms.ts';
import { atMarket } from './at-market.ts';
import type { Order } from './order.ts';
import { listedOrder, placedOrder, queriedOrder } from './view.ts';

const NOW = 1_700_000_000;
const chain: CatalogueChain = {
  id: 4,
  name: 'Ethereum',
  space: 'evm',
  nativeAbbr: 'ETH',
  evmChainId: 1,
  confirmations: 12,
};

function asset(id: number, abbr: string, decimals: number, transferCost: bigint): Asset {
  return {
    id,
    chain,
    abbr,
    name: abbr,
    protocol: id === 1 ? 'ETH' : 'ERC20',
    decimals,
    contract: id === 1 ? null : '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    stable: false,
    canSend: true,
    canReceive: true,
    minUnits: 1n,
    maxUnits: 10n ** 30n,
    dustUnits: 1n,
    transferCost,
    treasuryUnits: 10n ** 40n,
    feePpm: { float: null, fixed: null },
  };
}

const catalogue = new Catalogue([
  asset(1, 'ETH', 18, 10n ** 15n),
  asset(2, 'USDT', 6, 10n ** 15n),
  asset(3, 'USDC', 6, 10n ** 15n),
]);

function market(eth: string, { at = NOW, usdc = '1' } = {}): Market {
  const price = (abbr: string, text: string) => ({ abbr, value: parseFixed(text), at, source: 'static' });
  return {
    catalogue,
    rates: new Rates([price('ETH', eth), price('USDT', '1'), price('USDC', usdc)]),
    settings: DEFAULT_SETTINGS,
    now: NOW,
  };
}

/** 2 ETH at 3000, placed with a fee of 1 % for three entries, two of them of the same asset. */
function order(changes: Partial<Order> = {}): Order {
  const entry = (assetId: number, share: string, units: bigint, groupShare: string) => ({
    assetId,
    address: `0x${assetId}`,
    ratio: parseFixed(share),
    groupRatio: null,
    share: parseFixed(share),
    groupShare: parseFixed(groupShare),
    price: parseFixed('1'),
    feePpm: 10_000,
    networkFeeUnits: 3_000_000n,
    units,
    unitsOrigin: units,
    feeTiers: null,
    skewPpm: 0,
    premiumPpm: 0,
    markupPpm: 0,
    status: 1,
    finishedAt: 0,
  });
  return {
    id: 5,
    no: 'ORDER123',
    queryCode: 'ABCD1234WXYZ',
    accountId: 0,
    caller: null,
    mode: 'float',
    status: 1,
    assetId: 1,
    units: 2n * 10n ** 18n,
    receivedUnits: 0n,
    address: '0xDeposit',
    price: parseFixed('3000'),
    createdAt: NOW - 10,
    expiresAt: NOW + 3_590,
    lateUntil: NOW + 10_000,
    dustUnits: 0n,
    paidAt: 0,
    acceptedAt: 0,
    finishedAt: 0,
    frozenAt: 0,
    deletedAt: 0,
    freezeReason: null,
    resolution: null,
    isBeyondLimits: false,
    refundAddress: null,
    entries: [
      entry(2, '0.25', 1_482_000_000n, '0.5'),
      entry(3, '0.5', 2_967_000_000n, '1'),
      entry(2, '0.25', 1_482_000_000n, '0.5'),
    ],
    arrivals: [],
    departures: [],
    ...changes,
  };
}

describe('a float order', () => {
  it('shows the market until it is accepted: prices, amounts and the network fee of now', () => {
    const shown = queriedOrder(order(), market('4000'));
    expect(shown.price).toBe('4000');
    // 0.5 ETH × 4000 × 0.99 − 0.001 ETH × 4000
    expect(shown.children.map(({ volume }) => volume)).toEqual(['1976', '3956', '1976']);
    expect(shown.children.map(({ amount }) => amount)).toEqual(['1976', '3956', '1976']);
    expect(shown.children.map(({ network_fee }) => network_fee)).toEqual(['4', '4', '4']);
  });

  it('keeps the fee and the shares that it was placed with', () => {
    const settings = { ...DEFAULT_SETTINGS, float_fee_ppm: 500_000 };
    const shown = queriedOrder(order(), { ...market('3000'), settings });
    expect(shown.children[0]?.volume).toBe('1482');
    expect(shown.children.map(({ ratio }) => ratio)).toEqual(['0.25', '0.5', '0.25']);
  });

  it('never changes what it was placed with', () => {
    const shown = queriedOrder(order(), market('4000'));
    expect(shown.children.map(({ volume_origin }) => volume_origin)).toEqual(['1482', '2967', '1482']);
    expect(shown.odr_volume).toBe('2');
  });

  it('shows the executed prices once it is accepted', () => {
    const accepted = order({ acceptedAt: NOW - 5, status: 3 });
    expect(atMarket(accepted, market('4000'))).toBe(accepted);
    expect(queriedOrder(accepted, market('4000')).price).toBe('3000');
  });

  it('shows what it was placed at while any price that it needs is stale or missing', () => {
    const placed = order();
    expect(atMarket(placed, market('4000', { at: NOW - DEFAULT_SETTINGS.price_max_age_s - 1 }))).toBe(placed);
    expect(atMarket(placed, market('4000', { at: NOW - DEFAULT_SETTINGS.price_max_age_s }))).not.toBe(placed);
    const onlySource = {
      ...market('4000'),
      rates: new Rates([{ abbr: 'ETH', value: 1n, at: NOW, source: 's' }]),
    };
    expect(atMarket(placed, onlySource)).toBe(placed);
    const noFuel = market('4000');
    const rates = new Rates(noFuel.rates.prices.filter(({ abbr }) => abbr !== 'ETH'));
    expect(atMarket(placed, { ...noFuel, rates })).toBe(placed);
  });

  it('shows nothing, not less, where the market gives it nothing', () => {
    const small = order({ units: 10n ** 14n });
    expect(queriedOrder(small, market('4000')).children.map(({ volume }) => volume)).toEqual(['0', '0', '0']);
  });
});

describe('a fixed order', () => {
  it('shows what was agreed, whatever the market does', () => {
    const fixed = order({ mode: 'fixed' });
    expect(atMarket(fixed, market('4000'))).toBe(fixed);
    const shown = queriedOrder(fixed, market('1'));
    expect(shown.price).toBe('3000');
    expect(shown.children.map(({ volume }) => volume)).toEqual(['1482', '2967', '1482']);
  });
});

describe('an order on the wire', () => {
  it('has every field that a query promises', () => {
    const shown = queriedOrder(
      order({ mode: 'fixed', receivedUnits: 1_999_999_999_999_999_999n, paidAt: NOW }),
      market('1'),
    );
    expect(shown).toMatchObject({
      no: 'ORDER123',
      query_code: 'ABCD1234WXYZ',
      chain: 'Ethereum',
      abbr: 'ETH',
      type: 'ETH',
      address: '0xDeposit',
      exchange_model: 'fixed',
      odr_volume: '2',
      rel_volume: '1.999999999999999999',
      addr_num: 3,
      price: '3000',
      status: 1,
      create_at: NOW - 10,
      expire_at: NOW + 3_590,
      payfor_at: NOW,
      accept_at: 0,
      finish_at: 0,
      freeze_at: 0,
      delete_at: 0,
      input: [],
      output: [],
      refund: [],
      fulls: [],
      resolution: '',
      refund_address: '',
      late_until: NOW + 10_000,
      payment_uri: 'ethereum:0xDeposit@1?value=2000000000000000000',
    });
    expect(shown.children[1]).toEqual({
      no: 'ORDER123',
      chain: 'Ethereum',
      abbr: 'USDC',
      type: 'ERC20',
      ratio: '0.5',
      group_ratio: '1',
      amount: '2967',
      price: '1',
      volume: '2967',
      volume_origin: '2967',
      address: '0x3',
      status: 1,
      create_at: NOW - 10,
      finish_at: 0,
      output: null,
      network_fee: '3',
    });
  });

  it('is the same in a list, without what a list does not show', () => {
    const { children, ...queried } = queriedOrder(order(), market('4000'));
    const { children: listed, ...head } = listedOrder(order(), market('4000'));
    expect(queried).toMatchObject(head);
    expect(listed.map(({ volume }) => volume)).toEqual(children.map(({ volume }) => volume));
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(
      ['abbr', 'address', 'amount', 'chain', 'price', 'ratio', 'volume'].sort(),
    );
  });

  it('values a child in USDT rounded down to 8 decimals', () => {
    const [first, ...rest] = order().entries;
    const odd = order({
      mode: 'fixed',
      entries: [
        {
          ...(first as object),
          units: 1_000_001n,
          price: parseFixed('0.999999999'),
        } as Order['entries'][number],
        ...rest,
      ],
    });
    expect(queriedOrder(odd, market('1')).children[0]?.amount).toBe('1.00000099');
  });
});

describe('the answer to a placement', () => {
  it('promises what was computed then, group by group, also when it is given again later', () => {
    const [first, second, third] = order().entries as [
      Order['entries'][number],
      Order['entries'][number],
      Order['entries'][number],
    ];
    const executed = order({
      acceptedAt: NOW,
      entries: [{ ...first, units: 1n }, second, { ...third, units: 1n }],
    });
    const placed = placedOrder(executed, catalogue, 'https://desk.example', 'MANAGE');
    expect(placed).toMatchObject({
      order_no: 'ORDER123',
      no: 'ORDER123',
      query_code: 'ABCD1234WXYZ',
      address: '0xDeposit',
      memo: '',
      from_quantity: '2',
      expire_at: NOW + 3_590,
      manage_code: 'MANAGE',
      status_url: 'https://desk.example/order/ABCD1234WXYZ#MANAGE',
    });
    expect(placed.to.map(({ to_quantity }) => to_quantity)).toEqual(['1482', '2967', '1482']);
    expect(placed.to.map(({ group_quantity }) => group_quantity)).toEqual(['2964', '2967', '2964']);
    expect(placed.to.map(({ to_ratio }) => to_ratio)).toEqual(['0.25', '0.5', '0.25']);
    expect(placed.to.map(({ to_group_ratio }) => to_group_ratio)).toEqual(['0.5', '1', '0.5']);
  });

  it('says nothing of a manage code to whoever did not place it', () => {
    const placed = placedOrder(order(), catalogue, 'https://desk.example', null);
    expect(placed).not.toHaveProperty('manage_code');
    expect(placed.status_url).toBe('https://desk.example/order/ABCD1234WXYZ');
  });

  it('echoes a group ratio as it was sent', () => {
    const [first] = order().entries;
    const sent = order({
      entries: [{ ...(first as object), groupRatio: parseFixed('0.3') } as Order['entries'][number]],
    });
    expect(placedOrder(sent, catalogue, '', null).to[0]?.to_group_ratio).toBe('0.3');
  });
});
