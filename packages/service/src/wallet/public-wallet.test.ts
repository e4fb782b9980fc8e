import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { QUICK_COST } from '../../../../test/support/quick-cost.ts';
import { ADDRESS_SPACES } from '../chains/family.ts';
import { StartupError } from '../startup-error.ts';
import { NO_CHOICES, type WalletChoices } from './choices.ts';
import { openPublicWallet } from './public-wallet.ts';
import { openWallet } from './wallet.ts';

const options = {
  network: 'test',
  passphrase: 'secret',
  clock: () => 1_700_000_000,
  choices: NO_CHOICES,
  cost: QUICK_COST,
} as const;
const TAPROOT: WalletChoices = { ...NO_CHOICES, kinds: { bitcoin: 'taproot' } };

let store: TestDatabase;
beforeEach(async () => {
  store = await createTestDatabase();
});
afterEach(() => store.drop());

describe('a wallet without its seed', () => {
  it('derives the same addresses, where public keys suffice', async () => {
    const { derivers } = await openWallet(store.database, options);
    const open = await openPublicWallet(store.database, 'test', NO_CHOICES);
    expect(Object.keys(open).sort()).toEqual(ADDRESS_SPACES.filter((space) => space !== 'solana').sort());
    for (const space of ['bitcoin', 'evm', 'tron'] as const)
      expect(open[space]?.(7)).toBe(derivers[space](7));
  });

  it('derives the same P2TR addresses, from the key that who has the seed stored', async () => {
    const { derivers } = await openWallet(store.database, { ...options, choices: TAPROOT });
    const open = await openPublicWallet(store.database, 'test', TAPROOT);
    expect(open.bitcoin?.(7)).toBe(derivers.bitcoin(7));
    expect(open.bitcoin?.(7)).toMatch(/^tb1p/);
    expect(open.litecoin?.(7)).toMatch(/^tltc1q/);
    await store.database.query('UPDATE address_space SET taproot_xpub = NULL');
    await expect(openPublicWallet(store.database, 'test', TAPROOT)).rejects.toThrow('Start the signer anew');
    expect((await openPublicWallet(store.database, 'test', NO_CHOICES)).bitcoin?.(7)).toMatch(/^tb1q/);
  });

  it('has its treasuries where the seed’s holder put them', async () => {
    const choices: WalletChoices = { ...NO_CHOICES, treasuryPaths: { bitcoin: '1/5' } };
    await openWallet(store.database, { ...options, choices });
    for (const same of [choices, NO_CHOICES]) await openPublicWallet(store.database, 'test', same);
    const other: WalletChoices = { ...NO_CHOICES, treasuryPaths: { bitcoin: '1/0' } };
    await expect(openPublicWallet(store.database, 'test', other)).rejects.toThrow(
      'The treasury of bitcoin is at 1/5 in this store, but the configuration says "treasury": "1/0".',
    );
  });

  it('is not there before a signer has made it', async () => {
    await expect(openPublicWallet(store.database, 'test', NO_CHOICES)).rejects.toThrow(StartupError);
    await expect(openPublicWallet(store.database, 'test', NO_CHOICES)).rejects.toThrow('npx swapdesk signer');
  });

  it('is that of one kind of network', async () => {
    await openWallet(store.database, options);
    await expect(openPublicWallet(store.database, 'main', NO_CHOICES)).rejects.toThrow('not for main ones');
  });
});
