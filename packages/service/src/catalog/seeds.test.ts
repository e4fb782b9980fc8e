import { Decimal } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { addressForm } from '../chains/address-forms.ts';
import { CAIP19 } from '../chains/known/caip19.ts';
import { assetsOf, KNOWN_CHAINS, KNOWN_COINS } from '../chains/known/known-chains.ts';
import { fromUnits } from '../money/units.ts';
import { testFeed } from '../pricing/feeds/test-feed.ts';
import { Rates } from '../pricing/rates.ts';
import { agree, type ExchangeRequest, type Market } from '../pricing/terms.ts';
import type { Refusal } from '../refusal.ts';
import type { Asset, Catalogue } from './catalogue.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { aboutNumber, unitOf } from './setting-unit.ts';
import { DEFAULT_SETTINGS, isSettingName, loadSettings, SETTINGS, type SettingName } from './settings.ts';

const NOW = 1_700_000_000;

let store: TestDatabase;
let catalogue: Catalogue;
let market: Market;

beforeAll(async () => {
  store = await createTestDatabase();
  catalogue = await loadCatalogue(store.database);
  const { prices } = await testFeed('seed').read(NOW);
  const rates = new Rates(prices.map((price) => ({ ...price, at: NOW, source: 'test' })));
  market = { catalogue, rates, settings: DEFAULT_SETTINGS, now: NOW };
});
afterAll(() => store.drop());

/** Chain, coin, decimals, protocol, contract: as the chains themselves have it. */
const ASSETS = [
  ['Bitcoin', 'BTC', 8, 'BTC', null],
  ['Litecoin', 'LTC', 8, 'LTC', null],
  ['Dogecoin', 'DOGE', 8, 'DOGE', null],
  ['Ethereum', 'ETH', 18, 'ETH', null],
  ['Ethereum', 'USDT', 6, 'ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['Ethereum', 'USDC', 6, 'ERC20', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ['Arbitrum', 'ETH', 18, 'ARBITRUM', null],
  ['Arbitrum', 'ARB', 18, 'ARBITRUM', '0x912CE59144191C1204E64559FE8253a0e49E6548'],
  ['Arbitrum', 'USDT', 6, 'ARBITRUM', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  ['BSC', 'BNB', 18, 'BEP20', null],
  ['BSC', 'USDT', 18, 'BEP20', '0x55d398326f99059fF775485246999027B3197955'],
  ['Polygon', 'POL', 18, 'POLYGON', null],
  ['Polygon', 'USDC', 6, 'POLYGON', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  ['TRON', 'TRX', 6, 'TRC20', null],
  ['TRON', 'USDT', 6, 'TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['Solana', 'SOL', 9, 'SOL', null],
  ['Base', 'ETH', 18, 'BASE', null],
  ['Base', 'USDC', 6, 'BASE', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  ['Solana', 'USDC', 6, 'SPL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
] as const;

describe('the seeded catalogue', () => {
  it.each(ASSETS)('has %s %s with %i decimals as %s', (chain, abbr, decimals, protocol, contract) => {
    expect(catalogue.find(chain, abbr)).toMatchObject({ decimals, protocol, contract });
  });

  it('has all that is known, and nothing else', () => {
    const known = KNOWN_CHAINS.flatMap(assetsOf).map(({ id }) => id);
    expect(catalogue.assets.map(({ id }) => id)).toEqual(known.sort((a, b) => a - b));
  });

  it('has every chain with its native coin, which has no contract', () => {
    const chains = new Map(catalogue.assets.map(({ chain }) => [chain.id, chain]));
    expect(chains.size).toBe(KNOWN_CHAINS.length);
    for (const chain of chains.values()) {
      expect(catalogue.native(chain).contract).toBeNull();
      expect(catalogue.native(chain).chain).toBe(chain);
      expect(chain.confirmations).toBeGreaterThan(0);
    }
  });

  it('has the chain ids that EVM wallets know, and none elsewhere', () => {
    const ids = new Map(catalogue.assets.map(({ chain }) => [chain.name, chain.evmChainId]));
    expect(Object.fromEntries(ids)).toMatchObject({
      Bitcoin: null,
      Litecoin: null,
      Dogecoin: null,
      Ethereum: 1,
      Arbitrum: 42_161,
      BSC: 56,
      Polygon: 137,
      TRON: null,
      Solana: null,
      Base: 8_453,
    });
  });

  it('has every contract in the canonical form of its chain, so that it is never taken for a receiver', () => {
    const contracts = catalogue.assets.filter(({ contract }) => contract !== null);
    expect(contracts.length).toBeGreaterThanOrEqual(9);
    for (const { chain, contract } of contracts) {
      expect(addressForm(chain.space).check(contract as string, 'main')).toEqual({
        valid: true,
        address: contract,
      });
    }
  });

  it('has what begins switched off so, both ways', () => {
    const off = KNOWN_CHAINS.flatMap(assetsOf).flatMap(({ id, isOff }) => (isOff ? [id] : []));
    expect(off).toContain(catalogue.find('Arbitrum', 'ARB')?.id);
    for (const { id, canSend, canReceive } of catalogue.assets)
      expect([id, canSend, canReceive]).toEqual([id, !off.includes(id), !off.includes(id)]);
  });

  it('marks the stable coins, and no others', () => {
    const stable = new Set(catalogue.assets.filter((asset) => asset.stable).map(({ abbr }) => abbr));
    const known = KNOWN_COINS.filter(({ isStable }) => isStable).map(({ abbr }) => abbr);
    expect([...stable].sort()).toEqual(known.sort());
  });

  it('has limits and a treasury that can pay the largest order', () => {
    for (const asset of catalogue.assets) {
      expect(asset.minUnits > 0n && asset.minUnits < asset.maxUnits).toBe(true);
      expect(asset.treasuryUnits >= asset.maxUnits).toBe(true);
    }
  });
});

function request(from: Asset, to: Asset, quantity: string): ExchangeRequest {
  return {
    exchange_mode: 'fixed',
    from_chain: from.chain.name,
    from_abbr: from.abbr,
    from_quantity: Decimal.parse(quantity) as Decimal,
    to_address: [{ to_chain: to.chain.name, to_abbr: to.abbr }],
  };
}

describe('every pair of the seeded catalogue', () => {
  it('can be exchanged between its limits, and pays more than its network fee even at the least', () => {
    const assets = catalogue.assets.filter(({ canSend }) => canSend);
    for (const from of assets) {
      for (const to of assets) {
        const pair = `${from.chain.name} ${from.abbr} to ${to.chain.name} ${to.abbr}`;
        let limits: Readonly<Record<string, string>> | undefined;
        try {
          agree(market, request(from, to, '1e300'), { float: null, fixed: null });
        } catch (error) {
          limits = (error as Refusal).data;
        }
        const least = limits?.min_from_quantity as string;
        const most = limits?.max_from_quantity as string;
        const [entry] = agree(market, request(from, to, least), { float: null, fixed: null }).entries;
        if (entry === undefined || entry.units <= entry.networkFeeUnits) {
          throw new Error(`${pair}: ${fromUnits(entry?.units ?? 0n, to.decimals)} for ${least}`);
        }
        expect(
          agree(market, request(from, to, most), { float: null, fixed: null }).entries[0]?.units,
        ).toBeLessThanOrEqual(to.treasuryUnits);
      }
    }
  });
});

describe('the catalogue', () => {
  it('finds by chain and coin without regard to case, and never one for the other', () => {
    for (const [chain, abbr] of [
      ['bitcoin', 'btc'],
      ['BITCOIN', 'BTC'],
      ['Bitcoin', 'bTc'],
    ]) {
      expect(catalogue.find(chain as string, abbr as string)).toBe(catalogue.get(1));
    }
    for (const [chain, abbr] of [
      ['', ''],
      ['Bitcoin', ''],
      ['BTC', 'Bitcoin'],
      ['Bitcoin\nBTC', ''],
      ['__proto__', 'x'],
    ]) {
      expect(catalogue.find(chain as string, abbr as string)).toBeUndefined();
    }
  });

  it('finds every asset by its CAIP-19 id, whole or in parts, and none by the id of another chain', () => {
    for (const asset of catalogue.assets) {
      const id = CAIP19.get(asset.id) as string;
      const [chain, name] = id.split('/') as [string, string];
      for (const [where, what] of [
        [chain, id],
        [chain, name],
        [chain, asset.abbr],
        [asset.chain.name, id],
        [asset.chain.name, name],
        [chain.toUpperCase(), id.toLowerCase()],
      ] as const)
        expect(catalogue.find(where, what)).toBe(asset);
      const other = chain === 'eip155:1' ? 'eip155:56' : 'eip155:1';
      expect(catalogue.find(other, id)).toBeUndefined();
    }
    for (const id of ['/', 'eip155:1/', '/slip44:60', 'eip155:1/slip44:60/1', 'eip155:1/slip44:0'])
      expect(catalogue.find('Ethereum', id)).toBeUndefined();
  });

  it('gives an asset by its id and refuses one that it does not have', () => {
    expect(catalogue.get(1).abbr).toBe('BTC');
    expect(() => catalogue.get(999)).toThrow('asset 999');
  });
});

describe('settings', () => {
  it('are their defaults until they are changed', async () => {
    expect(await loadSettings(store.database)).toEqual(DEFAULT_SETTINGS);
    await store.database.query(
      `INSERT INTO setting (name, value) VALUES ('float_fee_ppm', 7), ('of_another_version', 1)`,
    );
    expect(await loadSettings(store.database)).toEqual({ ...DEFAULT_SETTINGS, float_fee_ppm: 7 });
  });

  it('have defaults within their bounds, and say what they do', () => {
    for (const { value, min, max, about } of Object.values(SETTINGS)) {
      expect(value >= min && value <= max).toBe(true);
      expect(about.length).toBeGreaterThan(10);
    }
  });

  it('say in what they are counted where they are seen as they are stored', () => {
    expect(aboutNumber('float_fee_ppm')).toBe('service fee of float orders, in millionths');
    expect(aboutNumber('fixed_open_usdt')).toMatch(/, in USDT; 0: no cap$/);
    expect(aboutNumber('price_frozen_stops')).toMatch(/0: nowhere; 1: on the main network; 2: everywhere$/);
    expect(aboutNumber('anonymous_allowed')).toMatch(/1: yes, 0: no$/);
    const units = (Object.keys(SETTINGS) as SettingName[]).map((name) => [name, unitOf(name)] as const);
    for (const [name] of units)
      expect(SETTINGS[name].about).not.toMatch(/millionths|hundredths|^(seconds|days|USDT)\b/);
    // What is none of the known units is a plain count of something, and these are all.
    expect(units.filter(([, unit]) => unit === 'count').map(([name]) => name)).toEqual([
      'market_float_venues',
      'market_fixed_venues',
      'market_jump_venues',
      'rate_limit_per_minute',
      'unpaid_orders_cap',
      'nonce_accounts',
      'address_pool_target',
    ]);
  });

  it('are the fees and lifetimes of the interface by default', () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      float_fee_ppm: 5_000,
      fixed_fee_ppm: 10_000,
      float_lifetime_s: 3_600,
      fixed_lifetime_s: 600,
      late_window_s: 604_800,
    });
  });

  it('are known by their own names alone', () => {
    expect(isSettingName('float_fee_ppm')).toBe(true);
    for (const name of ['toString', '__proto__', 'constructor', '']) expect(isSettingName(name)).toBe(false);
  });
});
