import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { ChainConfig, ChainsConfig, EvmChainConfig } from '../configuration/chains-config.ts';
import { asConfigured } from './as-configured.ts';

const CONTRACT = '0x52908400098527886E0F7030069857D2E4169EE7';

let store: TestDatabase;
let catalogue: Catalogue;

beforeAll(async () => {
  store = await createTestDatabase();
  catalogue = await loadCatalogue(store.database);
});
afterAll(() => store.drop());

/** Ethereum alone; what does not matter here is left out. */
function following(network: ChainsConfig['network'], more: Partial<EvmChainConfig>): ChainsConfig {
  const ethereum = {
    family: 'evm',
    name: 'Ethereum',
    chainId: 1,
    confirmations: 99,
    tokens: new Map(),
    ...more,
  };
  return { network, chains: new Map([['Ethereum', ethereum as unknown as ChainConfig]]) };
}

describe('the catalogue with configured chains', () => {
  it('has every asset, with those of other chains switched off', () => {
    const { assets } = asConfigured(catalogue, following('main', {}));
    expect(assets.map(({ id }) => id)).toEqual(catalogue.assets.map(({ id }) => id));
    for (const { chain, canSend, canReceive } of assets) {
      const isOn = chain.name === 'Ethereum';
      expect([chain.name, canSend, canReceive]).toEqual([chain.name, isOn, isOn]);
    }
  });

  it('counts confirmations as the file says: the store has those of the simulated networks', () => {
    const configured = asConfigured(catalogue, following('main', {}));
    expect(configured.find('Ethereum', 'ETH')?.chain.confirmations).toBe(99);
  });

  it('has the contracts of a test network, and no token without one', () => {
    const tokens = new Map([['USDT', CONTRACT]]);
    const config = following('test', { chainId: 11_155_111, tokens });
    const configured = asConfigured(catalogue, config);
    expect(configured.find('Ethereum', 'USDT')).toMatchObject({ contract: CONTRACT, canSend: true });
    expect(configured.find('Ethereum', 'USDC')).toMatchObject({
      canSend: false,
      canReceive: false,
      isAbsent: true,
    });
    expect(configured.find('Ethereum', 'ETH')).toMatchObject({ canSend: true, contract: null });
    expect(configured.find('Ethereum', 'ETH')?.chain.evmChainId).toBe(11_155_111);
  });

  it('has no treasury but what the ledger knows of', () => {
    const configured = asConfigured(catalogue, following('main', {}));
    for (const { treasuryUnits } of configured.assets) expect(treasuryUnits).toBe(0n);
    const booked = configured.withTreasury({ free: new Map([[4, 7n]]) });
    expect(booked.find('Ethereum', 'ETH')?.treasuryUnits).toBe(7n);
  });

  it('still finds the native coin of each chain', () => {
    const configured = asConfigured(catalogue, following('main', {}));
    for (const { chain } of configured.assets) expect(configured.native(chain).abbr).toBe(chain.nativeAbbr);
  });
});
