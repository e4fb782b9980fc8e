import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { StartupError } from '../startup-error.ts';
import { openPublicWallet } from './public-wallet.ts';
import { openWallet } from './wallet.ts';

const options = { network: 'test', passphrase: 'secret', clock: () => 1_700_000_000 } as const;

let store: TestDatabase;
beforeEach(async () => {
  store = await createTestDatabase();
});
afterEach(() => store.drop());

describe('a wallet without its seed', () => {
  it('derives the same addresses, where public keys suffice', async () => {
    const { derivers } = await openWallet(store.database, options);
    const open = await openPublicWallet(store.database, 'test');
    expect(Object.keys(open).sort()).toEqual(['bitcoin', 'dogecoin', 'evm', 'litecoin', 'tron']);
    for (const space of ['bitcoin', 'evm', 'tron'] as const)
      expect(open[space]?.(7)).toBe(derivers[space](7));
  });

  it('is not there before a signer has made it', async () => {
    await expect(openPublicWallet(store.database, 'test')).rejects.toThrow(StartupError);
    await expect(openPublicWallet(store.database, 'test')).rejects.toThrow('npx swapdesk signer');
  });

  it('is that of one kind of network', async () => {
    await openWallet(store.database, options);
    await expect(openPublicWallet(store.database, 'main')).rejects.toThrow('not for main ones');
  });
});
